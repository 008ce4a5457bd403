import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { bot as ownAccount } from '#sandbox/discord/guild.ts'
import { startAnsweringServer } from '#test/answering-server.ts'
import {
  hunter,
  lesnik,
  mallory,
  memory,
  roleId,
  startDiscordServer,
  target,
} from '#test/discord-server.ts'
import { createJournal, failingJournal, stoppingJournal } from '#test/factories/perk-adapters.ts'
import { noInstrumentation } from '#test/no-instrumentation.ts'
import { createBot } from './bot.ts'

let server: Awaited<ReturnType<typeof startDiscordServer>>
beforeEach(async () => {
  server = await startDiscordServer()
})

describe('faults', () => {
  const desired = target({ [hunter]: [roleId] })
  const withEnded = () => server.adapter({ owned: { [lesnik]: [roleId] } })
  const changing = '/api/v10/guilds/*/members/*/roles/'

  test.each([
    ['role-above', 'needs_owner', 'role_above_bot'],
    ['500', 'retry', 'unreachable'],
  ])('%s stops a change, and a later run makes it', async (kind, outcome, code) => {
    const discord = withEnded()
    await server.fail(kind, { path: changing })
    expect(await discord.apply(desired)).toMatchObject({ outcome, code })
    expect(await discord.apply(desired)).toMatchObject({ exceptions: [] })
    expect(await server.roles()).toEqual({ [hunter]: [roleId] })
  })

  test('a member who leaves in between waits until they join again', async () => {
    const discord = withEnded()
    await server.fail('member-left', { path: changing })
    expect(await discord.apply(desired)).toMatchObject({
      exceptions: [{ event: 'player_missing', code: 'not_in_guild' }],
    })
    await server.control('discord/members', { discordIds: [hunter] })
    expect(await discord.apply(desired)).toMatchObject({ exceptions: [] })
    expect(await server.roles()).toEqual({ [hunter]: [roleId] })
  })

  test('a role that somebody takes away is given again, also at once after it was given', async () => {
    const discord = withEnded()
    const ofHunter = `/api/v10/guilds/*/members/${hunter}`
    await discord.apply(desired)
    await server.fail('role-lost', { path: ofHunter })
    expect(await discord.read(desired)).toMatchObject({ adds: [`${hunter}:${roleId}`], keeps: [] })
    // When it is read, given, and read back.
    await server.fail('role-lost', { path: ofHunter, times: 3 })
    expect(await discord.apply(desired)).toMatchObject({ code: 'read_back_differs' })
    expect(await discord.apply(desired)).toMatchObject({ isChanged: true, proof: { roles: 1 } })
    expect(await server.roles()).toEqual({ [hunter]: [roleId] })
  })

  test('a bot that loses its own role needs the owner, and goes on once it has it again', async () => {
    await server.fail('role-lost', { path: `/api/v10/guilds/*/members/${ownAccount.id}` })
    const discord = withEnded()
    expect(await discord.apply(desired)).toMatchObject({
      outcome: 'needs_owner',
      code: 'role_above_bot',
    })
    expect(await discord.apply(desired)).toMatchObject({
      outcome: 'needs_owner',
      code: 'permission_missing',
    })
    await server.control('discord/guild', { canManageRoles: true })
    expect(await discord.apply(desired)).toMatchObject({ exceptions: [] })
    expect(await server.roles()).toEqual({ [hunter]: [roleId] })
  })

  test('an answer that is lost changes nothing of what is read back', async () => {
    await server.fail('reset', { path: changing })
    expect(await server.adapter().apply(desired)).toMatchObject({ exceptions: [] })
    expect(await server.roles()).toEqual({ [hunter]: [roleId] })
  })

  test('limits are waited for, and after some tries left to the next run', async () => {
    await server.fail('429', { path: changing })
    expect(await server.adapter().apply(desired)).toMatchObject({ exceptions: [] })
    await server.fail('429', { times: 3 })
    expect(await server.adapter().apply(desired)).toMatchObject({
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
    const discord = server.adapter({ bot })
    for (const _ of [1, 2]) {
      const limited = await discord.apply(desired)
      expect(limited).toMatchObject({ outcome: 'retry', code: 'limited' })
      expect(limited).toHaveProperty('retryAfterSeconds', expect.closeTo(600, -1))
    }
    expect(calls).toBe(1)
  })

  test.each(['500', 'reset'])('%s before anything was done is tried again', async (kind) => {
    await server.fail(kind)
    expect(await server.adapter().apply(desired)).toMatchObject({
      outcome: 'retry',
      code: 'unreachable',
    })
  })

  test('what is no answer of Discord takes no role', async () => {
    const { origin } = await startAnsweringServer((_, response) => void response.end('<html>'))
    const bot = createBot({ origin, botToken: 'token' }, noInstrumentation)
    expect(await server.adapter({ bot }).apply(desired)).toMatchObject({
      outcome: 'needs_owner',
      code: 'unexpected_answer',
    })
  })

  test('nothing is changed when the change cannot be recorded, or after it was stopped', async () => {
    await expect(server.adapter().apply(desired, failingJournal)).rejects.toThrow('no database')
    const { journal, stopped } = stoppingJournal()
    expect(await server.adapter().apply(desired, journal, stopped)).toMatchObject({
      outcome: 'retry',
      code: 'interrupted',
    })
    expect(await server.roles()).toEqual({})
  })
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
      await server.control('discord/members', { discordIds: accountIds, roles: [] })
      const unmanaged = new Set<string>()
      const owned = memory()
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
        const desired = target(Object.fromEntries(paid.map((id) => [id, [roleId]])))
        const calling = { ...noInstrumentation, headers }
        return server
          .adapter({ given: owned.given }, calling)
          .apply(desired, createJournal(), stopping.signal)
      }
      const change = async (kind: string, id: string) => {
        const has = (await server.roles())[id] !== undefined
        const isMember = kind !== 'leaves'
        const given = kind === 'given' || (kind === 'joins' && has)
        if (kind === 'given' && !has && !owned.has(id)) unmanaged.add(id)
        if (!given) unmanaged.delete(id)
        const list = { roles: given ? [roleId] : [] }
        await server.control('discord/members', { discordIds: [id], isMember, ...list })
      }
      for (const one of steps) {
        if (one.kind === 'pay') paid = one.paid
        else if (one.kind === 'fails') await server.fail(one.fault, { times: one.times })
        else if (one.kind !== 'stops') await change(one.kind, one.id)
        await run(one.kind === 'stops' ? one.atCall : undefined)
        const given = await server.roles()
        for (const id of unmanaged) if (!given[id]) unmanaged.delete(id)
      }
      await server.control('faults/clear', {})
      await server.control('discord/members', { discordIds: accountIds })
      expect(await run()).toMatchObject({ outcome: 'applied', exceptions: [] })
      expect(await run()).toMatchObject({ outcome: 'applied', isChanged: false })
      const expected = accountIds.filter((id) => paid.includes(id) || unmanaged.has(id))
      expect(Object.keys(await server.roles()).toSorted()).toEqual(expected.toSorted())
    }),
    { numRuns: 15 },
  )
})
