import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { discordCredentials } from '#sandbox/credentials.ts'
import { players } from '#sandbox/discord/players.ts'
import { startFixture, type Fixture } from '#sandbox/testing/fixture.ts'
import type { ChangeJournal, Wanted } from '#server/providers/perk-adapter.ts'
import { startAnsweringServer } from '#test/answering-server.ts'
import { createJournal, steamIdOf } from '#test/factories/perk-adapters.ts'
import { noInstrumentation } from '#test/no-instrumentation.ts'
import { createBot } from './bot.ts'
import { createDiscordRoles, type GivenRoles } from './roles.ts'

const { roleId, guildId } = discordCredentials
const [hunter = '', lesnik = '', mallory = ''] = players.map(({ id }) => id)
const moderator = '100000000000000013'
const booster = '100000000000000014'
const founder = '100000000000000015'

/** New accounts, which are in the Discord server when a test says so. */
function accounts(count: number): string[] {
  const base = 300_000_000_000_000_000n
  return Array.from({ length: count }, (_, number) => String(base + BigInt(number)))
}

type Roles = Readonly<Record<string, readonly string[]>>

/** Perks of these accounts, each for a role. */
function target(wanted: Roles): Wanted {
  const perks = Object.entries(wanted).flatMap(([discordId, list], index) =>
    list.map((perk) => ({
      steamId: steamIdOf(index + 1),
      perk,
      color: null,
      endsAt: null,
      note: 'order:1',
      discordId,
    })),
  )
  return { perks, managed: [], putBack: null }
}

/** Keeps in memory what the service keeps in the database. */
function memory(roles: Roles = {}) {
  const kept = new Map<string, { readonly discordId: string; readonly roleId: string }>()
  const given: GivenRoles = {
    find: () => Promise.resolve([...kept.values()]),
    add: (list) => Promise.resolve(list.forEach((one) => kept.set(keyOf(one), one))),
    remove: (list) => Promise.resolve(list.forEach((one) => kept.delete(keyOf(one)))),
  }
  for (const [discordId, list] of Object.entries(roles)) {
    for (const roleId of list) kept.set(`${discordId}:${roleId}`, { discordId, roleId })
  }
  return { given, kept }
}

const keyOf = ({
  discordId,
  roleId: id,
}: {
  readonly discordId: string
  readonly roleId: string
}) => `${discordId}:${id}`

let fixture: Fixture
beforeEach(async () => {
  fixture = await startFixture()
})

type Settings = Parameters<typeof createDiscordRoles>[0]

/** A perk is called as the role that it brings. */
function adapter(
  { ours, botToken, ...settings }: Partial<Settings> & { ours?: Roles; botToken?: string } = {},
  calls = noInstrumentation,
) {
  const account = { origin: fixture.origin, botToken: botToken ?? discordCredentials.botToken }
  const roleIds = [roleId, moderator, booster, guildId, founder, '99999']
  const made = createDiscordRoles({
    bot: createBot(account, calls),
    guildId,
    roles: roleIds.map((id) => ({ roleId: id, perk: id })),
    given: memory(ours).given,
    isOnFromStart: true,
    ...settings,
  })
  const running = new AbortController().signal
  return {
    serves: made.serves,
    isExtra: made.isExtra,
    read: (wanted: Wanted) => made.read(wanted, running),
    apply: (wanted: Wanted, journal: ChangeJournal = createJournal(), stopped = running) =>
      made.apply(wanted, journal, stopped),
    check: () => made.check(running),
  }
}
const onlyOurs = { roles: [{ roleId }] }

const gameView = z.object({
  roles: z.array(z.object({ discordId: z.string(), roles: z.array(z.string()) })),
})

/** Who has which roles at Discord. */
async function roles(): Promise<Roles> {
  const answer = await fetch(`${fixture.origin}/_sandbox/game`)
  const { roles: rows } = gameView.parse(await answer.json())
  return Object.fromEntries(
    rows.filter((row) => row.roles.length > 0).map((row) => [row.discordId, row.roles]),
  )
}

const fault = (kind: string, more: object = {}) =>
  fixture.control('faults', { provider: 'discord', kind, ...more })

const loggedCalls = z.array(z.object({ method: z.string(), path: z.string() }))

async function countCalls(path: RegExp): Promise<number> {
  const answer = await fetch(`${fixture.origin}/_sandbox/log?provider=discord`)
  return loggedCalls.parse(await answer.json()).filter((call) => path.test(call.path)).length
}

describe('roles', () => {
  test('are given and taken, and left alone when nothing changes', async () => {
    const discord = adapter()
    const journal = createJournal()
    const both = { [hunter]: [roleId], [lesnik]: [roleId] }
    expect(await discord.apply(target(both), journal)).toEqual({
      outcome: 'applied',
      isChanged: true,
      proof: { members: 2, roles: 2, foreign: 0 },
      exceptions: [],
    })
    expect(await roles()).toEqual(both)
    expect(await discord.apply(target(both), journal)).toMatchObject({
      isChanged: false,
      proof: { roles: 2 },
    })
    expect(journal.begun).toHaveLength(1)
    expect(journal.begun[0]?.adds).toHaveLength(2)
    expect(await discord.apply(target({ [hunter]: [roleId] }), journal)).toMatchObject({
      isChanged: true,
    })
    expect(await roles()).toEqual({ [hunter]: [roleId] })
  })

  test('of any perk or of a named one last as long as the perk, for the account that is linked', async () => {
    await fixture.control('discord/members', { discordIds: [lesnik] })
    const vip = '100000000000000017'
    const discord = adapter({ roles: [{ roleId }, { roleId: vip, perk: 'vip' }] })
    expect(['priority_queue', 'vip'].map(discord.serves)).toEqual([true, true])
    expect(['priority_queue', 'vip', 'bed'].map((perk) => discord.isExtra?.(perk))).toEqual([
      true,
      false,
      true,
    ])
    const held = { [hunter]: ['priority_queue', 'vip'], [lesnik]: ['priority_queue'] }
    await discord.apply(target(held))
    expect(await roles()).toEqual({ [hunter]: [roleId, vip], [lesnik]: [roleId] })
    await discord.apply(target({ [hunter]: ['priority_queue'], [mallory]: ['priority_queue'] }))
    expect(await roles()).toEqual({ [hunter]: [roleId], [mallory]: [roleId] })
    const [unlinked] = target({ [hunter]: ['priority_queue'] }).perks
    if (!unlinked) throw new Error('one perk')
    const wanted = { ...target({}), perks: [{ ...unlinked, discordId: null }] }
    expect(await discord.apply(wanted)).toMatchObject({ outcome: 'applied', exceptions: [] })
    expect(await roles()).toEqual({})
  })

  test('that others gave stay, of whatever kind', async () => {
    const theirs = { [hunter]: [founder, roleId], [mallory]: [booster] }
    for (const [discordId, list] of Object.entries(theirs)) {
      await fixture.control('discord/members', { discordIds: [discordId], roles: list })
    }
    const discord = adapter()
    expect(await discord.apply(target({ [hunter]: [roleId] }))).toMatchObject({
      isChanged: false,
      proof: { roles: 0, foreign: 1 },
    })
    await discord.apply(target({ [mallory]: [roleId] }))
    await discord.apply(target({}))
    expect(await roles()).toEqual(theirs)
  })

  test('are compared without being changed', async () => {
    expect(await adapter().read(target({ [hunter]: [roleId] }))).toEqual({
      outcome: 'compared',
      adds: [`${hunter}:${roleId}`],
      keeps: [],
      removes: [],
      foreign: [],
    })
    expect(await roles()).toEqual({})
  })

  test('wait for who is not in the Discord server, while the others get theirs', async () => {
    const discord = adapter()
    await fixture.control('discord/members', { discordIds: [hunter], isMember: false })
    const both = { [hunter]: [roleId], [lesnik]: [roleId] }
    const waiting = [
      { steamId: steamIdOf(1), perk: roleId, state: 'waiting_first_join', code: 'not_in_guild' },
    ]
    expect(await discord.apply(target(both))).toMatchObject({ exceptions: waiting })
    expect(await roles()).toEqual({ [lesnik]: [roleId] })
    await fixture.control('discord/members', { discordIds: [hunter] })
    expect(await discord.apply(target(both))).toMatchObject({ exceptions: [] })
    await fixture.control('discord/members', { discordIds: [hunter], isMember: false })
    expect(await discord.apply(target({}))).toMatchObject({ exceptions: [] })
    expect(await roles()).toEqual({})
  })

  test.each([
    [101, true, 1, 0],
    [100, false, 1, 100],
    [25, true, 0, 25],
  ])('of %i are read, listing being allowed: %s', async (count, isAllowed, lists, reads) => {
    const [first = '', ...others] = accounts(count)
    await fixture.control('discord/guild', { hasMembersIntent: isAllowed })
    await fixture.control('discord/members', { discordIds: others, roles: [roleId] })
    const wanted = Object.fromEntries([first, ...others].map((id) => [id, [roleId]]))
    expect(await adapter({ ours: wanted }).apply(target(wanted))).toMatchObject({
      isChanged: false,
      proof: { roles: count - 1 },
      exceptions: [{ steamId: steamIdOf(1), code: 'not_in_guild' }],
    })
    expect(await countCalls(/\/members$/)).toBe(lists)
    expect(await countCalls(/\/members\/\d+$/)).toBe(reads)
  })

  test('of more than can be read one by one need the permission to list them', async () => {
    await fixture.control('discord/guild', { hasMembersIntent: false })
    const wanted = Object.fromEntries(accounts(101).map((id) => [id, [roleId]]))
    expect(await adapter().apply(target(wanted))).toMatchObject({
      outcome: 'needs_owner',
      code: 'members_not_listed',
    })
  })

  test('of thousands are listed page by page', async () => {
    const many = accounts(2100)
    await fixture.control('discord/members', { discordIds: many, roles: [roleId] })
    const wanted = Object.fromEntries(many.map((id) => [id, [roleId]]))
    const ours = { ...wanted, [hunter]: [roleId] }
    expect(await adapter({ ours }).apply(target(wanted))).toMatchObject({
      isChanged: false,
      exceptions: [],
    })
    expect(await countCalls(/\/members$/)).toBe(3)
  })
})

describe('roles that the bot must not or cannot give', () => {
  test.each([
    ['with power over others', moderator, 'role_unsafe'],
    ['of Discord itself', booster, 'role_unsafe'],
    ['that everybody has', guildId, 'role_unsafe'],
    ['above its own', founder, 'role_above_bot'],
  ])('are left alone, as the staff learns, and others are given: %s', async (_, id, code) => {
    await fixture.control('discord/members', { discordIds: [lesnik], roles: [id] })
    const discord = adapter({ ours: { [lesnik]: [id] } })
    const needed = { outcome: 'needs_owner', code }
    expect(await discord.apply(target({ [hunter]: [id, roleId] }))).toMatchObject(needed)
    expect(await roles()).toEqual({ [hunter]: [roleId], [lesnik]: [id] })
    expect(await adapter({ roles: [{ roleId }, { roleId: id }] }).check()).toMatchObject(needed)
  })

  test('are gone', async () => {
    const needed = { outcome: 'needs_owner', code: 'role_missing' }
    expect(await adapter().apply(target({ [hunter]: ['99999'] }))).toMatchObject(needed)
    expect(await adapter().apply(target({}))).toMatchObject({ outcome: 'applied' })
  })

  test.each([
    [{ canManageRoles: false }, 'permission_missing'],
    [{ isInGuild: false }, 'server_not_found'],
  ])('are all of them: %o', async (setup, code) => {
    await fixture.control('discord/guild', setup)
    const expected = { outcome: 'needs_owner', code }
    expect(await adapter(onlyOurs).check()).toMatchObject(expected)
    expect(await adapter().apply(target({ [hunter]: [roleId] }))).toMatchObject(expected)
  })

  test.each([
    ['a wrong token', { botToken: 'wrong' }, 'key_refused'],
    ['another Discord server', { guildId: '1' }, 'server_not_found'],
  ])('are all of them: %s', async (_, settings, code) => {
    const expected = { outcome: 'needs_owner', code }
    expect(await adapter(settings).check()).toMatchObject(expected)
    expect(await adapter(settings).apply(target({ [hunter]: [roleId] }))).toMatchObject(expected)
  })
})

describe('faults', () => {
  const wanted = target({ [hunter]: [roleId] })
  const withEnded = () => adapter({ ours: { [lesnik]: [roleId] } })
  const changing = '/api/v10/guilds/*/members/*/roles/'

  test.each([
    ['role-above', 'needs_owner', 'role_above_bot'],
    ['500', 'retry', 'unreachable'],
  ])('%s stops a change, and a later run makes it', async (kind, outcome, code) => {
    const discord = withEnded()
    await fault(kind, { path: changing })
    expect(await discord.apply(wanted)).toMatchObject({ outcome, code })
    expect(await discord.apply(wanted)).toMatchObject({ exceptions: [] })
    expect(await roles()).toEqual({ [hunter]: [roleId] })
  })

  test('a member who leaves in between waits until they join again', async () => {
    const discord = withEnded()
    await fault('member-left', { path: changing })
    expect(await discord.apply(wanted)).toMatchObject({
      exceptions: [{ state: 'waiting_first_join', code: 'not_in_guild' }],
    })
    await fixture.control('discord/members', { discordIds: [hunter] })
    expect(await discord.apply(wanted)).toMatchObject({ exceptions: [] })
    expect(await roles()).toEqual({ [hunter]: [roleId] })
  })

  test('an answer that is lost changes nothing of what is read back', async () => {
    await fault('reset', { path: changing })
    expect(await adapter().apply(wanted)).toMatchObject({ exceptions: [] })
    expect(await roles()).toEqual({ [hunter]: [roleId] })
  })

  test('limits are waited for, and after some tries left to the next run', async () => {
    await fault('429', { path: changing })
    expect(await adapter().apply(wanted)).toMatchObject({ exceptions: [] })
    await fault('429', { times: 3 })
    expect(await adapter().apply(wanted)).toMatchObject({
      outcome: 'retry',
      code: 'limited',
      retryAfterSeconds: 1,
    })
  })

  test('during a long limit nothing is sent', async () => {
    let calls = 0
    const { origin } = await startAnsweringServer((_, response) => {
      calls += 1
      response.writeHead(429).end('{"retry_after":600}')
    })
    const bot = createBot({ origin, botToken: 'token' }, noInstrumentation)
    const discord = adapter({ bot })
    for (const _ of [1, 2]) {
      const limited = await discord.apply(wanted)
      expect(limited).toMatchObject({ outcome: 'retry', code: 'limited' })
      expect(limited).toHaveProperty('retryAfterSeconds', expect.closeTo(600, -1))
    }
    expect(calls).toBe(1)
  })

  test.each(['500', 'reset'])('%s before anything was done is tried again', async (kind) => {
    await fault(kind)
    expect(await adapter().apply(wanted)).toMatchObject({ outcome: 'retry', code: 'unreachable' })
  })

  test('what is no answer of Discord takes no role', async () => {
    const { origin } = await startAnsweringServer((_, response) => void response.end('<html>'))
    const bot = createBot({ origin, botToken: 'token' }, noInstrumentation)
    expect(await adapter({ bot }).apply(wanted)).toMatchObject({
      outcome: 'needs_owner',
      code: 'unexpected_answer',
    })
  })

  test('nothing is changed when the change cannot be recorded, or after it was stopped', async () => {
    const refusing = { unfinished: null, begin: () => Promise.reject(new Error('no database')) }
    await expect(adapter().apply(wanted, refusing)).rejects.toThrow('no database')
    const stopping = new AbortController()
    const stop = { unfinished: null, begin: () => Promise.resolve(stopping.abort()) }
    expect(await adapter().apply(wanted, stop, stopping.signal)).toMatchObject({
      outcome: 'retry',
      code: 'interrupted',
    })
    expect(await roles()).toEqual({})
  })
})

test('a check names the roles, and says when members cannot be listed', async () => {
  const role = { code: 'role_found', detail: 'Supporter' }
  expect(await adapter(onlyOurs).check()).toEqual({ outcome: 'ready', notes: [role] })
  await fixture.control('discord/guild', { hasMembersIntent: false })
  const note = { code: 'members_not_listed', detail: 'Server Members Intent' }
  expect(await adapter(onlyOurs).check()).toEqual({ outcome: 'ready', notes: [role, note] })
})

test('whatever happens, roles end as they are paid for, and those that others gave stay', async () => {
  const accountIds = [hunter, lesnik, mallory]
  const account = fc.constantFrom(...accountIds)
  const step = fc.oneof(
    fc.record({ kind: fc.constant('pay' as const), paid: fc.uniqueArray(account) }),
    fc.record({ kind: fc.constantFrom('given', 'taken', 'leaves', 'joins'), id: account }),
    fc.record({
      kind: fc.constant('fails' as const),
      fault: fc.constantFrom('member-left', 'role-above', '500', 'reset', 'truncated'),
      times: fc.integer({ min: 1, max: 3 }),
    }),
    fc.record({ kind: fc.constant('stops' as const), atCall: fc.integer({ min: 1, max: 9 }) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
      await fixture.control('discord/members', { discordIds: accountIds, roles: [] })
      const foreign = new Set<string>()
      const { given: ours, kept } = memory()
      let paid: readonly string[] = []

      /** A process of the product, which may stop at one of its calls. */
      const run = async (atCall = Infinity) => {
        const stopping = new AbortController()
        let calls = 0
        const headers = () => {
          calls += 1
          if (calls === atCall) stopping.abort()
          return {}
        }
        const wanted = target(Object.fromEntries(paid.map((id) => [id, [roleId]])))
        const calling = { ...noInstrumentation, headers }
        return adapter({ given: ours }, calling).apply(wanted, createJournal(), stopping.signal)
      }
      const change = async (kind: string, id: string) => {
        const has = (await roles())[id] !== undefined
        const isMember = kind !== 'leaves'
        const given = kind === 'given' || (kind === 'joins' && has)
        if (kind === 'given' && !has && !kept.has(`${id}:${roleId}`)) foreign.add(id)
        if (!given) foreign.delete(id)
        const list = { roles: given ? [roleId] : [] }
        await fixture.control('discord/members', { discordIds: [id], isMember, ...list })
      }
      for (const one of steps) {
        if (one.kind === 'pay') paid = one.paid
        else if (one.kind === 'fails') await fault(one.fault, { times: one.times })
        else if (one.kind !== 'stops') await change(one.kind, one.id)
        await run(one.kind === 'stops' ? one.atCall : undefined)
        const given = await roles()
        for (const id of foreign) if (!given[id]) foreign.delete(id)
      }
      await fixture.control('faults/clear', {})
      await fixture.control('discord/members', { discordIds: accountIds })
      expect(await run()).toMatchObject({ outcome: 'applied', exceptions: [] })
      expect(await run()).toMatchObject({ outcome: 'applied', isChanged: false })
      const expected = accountIds.filter((id) => paid.includes(id) || foreign.has(id))
      expect(Object.keys(await roles()).toSorted()).toEqual(expected.toSorted())
    }),
    { numRuns: 40 },
  )
})
