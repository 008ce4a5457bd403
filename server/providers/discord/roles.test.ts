import { beforeEach, describe, expect, test } from 'vitest'
import {
  booster,
  founder,
  guildId,
  hunter,
  lesnik,
  mallory,
  moderator,
  roleId,
  startDiscordServer,
  target,
} from '#test/discord-server.ts'
import { createJournal, steamIdOf } from '#test/factories/perk-adapters.ts'

let server: Awaited<ReturnType<typeof startDiscordServer>>
beforeEach(async () => {
  server = await startDiscordServer()
})

/** New accounts, which are in the Discord server when a test says so. */
function accounts(count: number): string[] {
  const base = 300_000_000_000_000_000n
  return Array.from({ length: count }, (_, number) => String(base + BigInt(number)))
}

const onlyOurs = { readRoles: () => [{ roleId }] }

describe('roles', () => {
  test('are given and taken, and left alone when nothing changes', async () => {
    const discord = server.adapter()
    const journal = createJournal()
    const both = { [hunter]: [roleId], [lesnik]: [roleId] }
    expect(await discord.apply(target(both), journal)).toEqual({
      outcome: 'applied',
      isChanged: true,
      proof: { members: 2, roles: 2, unmanaged: 0 },
      exceptions: [],
    })
    expect(await server.roles()).toEqual(both)
    expect(await discord.apply(target(both), journal)).toMatchObject({
      isChanged: false,
      proof: { roles: 2 },
    })
    expect(journal.begun).toHaveLength(1)
    expect(journal.begun[0]?.adds).toHaveLength(2)
    expect(await discord.apply(target({ [hunter]: [roleId] }), journal)).toMatchObject({
      isChanged: true,
    })
    expect(await server.roles()).toEqual({ [hunter]: [roleId] })
  })

  test('of any perk or of a named one last as long as the perk, for the account that is linked', async () => {
    await server.control('discord/members', { discordIds: [lesnik] })
    const vip = '100000000000000017'
    const discord = server.adapter({ readRoles: () => [{ roleId }, { roleId: vip, perk: 'vip' }] })
    expect(['priority_queue', 'vip'].map(discord.serves)).toEqual([true, true])
    expect(['priority_queue', 'vip', 'bed'].map((perk) => discord.isExtra?.(perk))).toEqual([
      true,
      false,
      true,
    ])
    const held = { [hunter]: ['priority_queue', 'vip'], [lesnik]: ['priority_queue'] }
    await discord.apply(target(held))
    expect(await server.roles()).toEqual({ [hunter]: [roleId, vip], [lesnik]: [roleId] })
    await discord.apply(target({ [hunter]: ['priority_queue'], [mallory]: ['priority_queue'] }))
    expect(await server.roles()).toEqual({ [hunter]: [roleId], [mallory]: [roleId] })
    const [unlinked] = target({ [hunter]: ['priority_queue'] }).perks
    if (!unlinked) throw new Error('one perk')
    const desired = { ...target({}), perks: [{ ...unlinked, discordId: null }] }
    expect(await discord.apply(desired)).toMatchObject({ outcome: 'applied', exceptions: [] })
    expect(await server.roles()).toEqual({})
  })

  test('that others gave stay, of whatever kind', async () => {
    const theirs = { [hunter]: [founder, roleId], [mallory]: [booster] }
    for (const [discordId, list] of Object.entries(theirs)) {
      await server.control('discord/members', { discordIds: [discordId], roles: list })
    }
    const discord = server.adapter()
    expect(await discord.apply(target({ [hunter]: [roleId] }))).toMatchObject({
      isChanged: false,
      proof: { roles: 0, unmanaged: 1 },
    })
    await discord.apply(target({ [mallory]: [roleId] }))
    await discord.apply(target({}))
    expect(await server.roles()).toEqual(theirs)
  })

  test('are compared without being changed', async () => {
    expect(await server.adapter().read(target({ [hunter]: [roleId] }))).toEqual({
      outcome: 'compared',
      adds: [`${hunter}:${roleId}`],
      keeps: [],
      removes: [],
      unmanaged: [],
    })
    expect(await server.roles()).toEqual({})
  })

  test('wait for who is not in the Discord server, while the others get theirs', async () => {
    const discord = server.adapter()
    await server.control('discord/members', { discordIds: [hunter], isMember: false })
    const both = { [hunter]: [roleId], [lesnik]: [roleId] }
    const waiting = [
      { steamId: steamIdOf(1), perk: roleId, event: 'player_missing', code: 'not_in_guild' },
    ]
    expect(await discord.apply(target(both))).toMatchObject({ exceptions: waiting })
    expect(await server.roles()).toEqual({ [lesnik]: [roleId] })
    await server.control('discord/members', { discordIds: [hunter] })
    expect(await discord.apply(target(both))).toMatchObject({ exceptions: [] })
    await server.control('discord/members', { discordIds: [hunter], isMember: false })
    expect(await discord.apply(target({}))).toMatchObject({ exceptions: [] })
    expect(await server.roles()).toEqual({})
  })

  test.each([
    [101, true, 1, 0],
    [100, false, 1, 100],
    [25, true, 0, 25],
  ])('of %i are read, listing being allowed: %s', async (count, isAllowed, lists, reads) => {
    const [first = '', ...others] = accounts(count)
    await server.control('discord/guild', { hasMembersIntent: isAllowed })
    await server.control('discord/members', { discordIds: others, roles: [roleId] })
    const desired = Object.fromEntries([first, ...others].map((id) => [id, [roleId]]))
    expect(await server.adapter({ owned: desired }).apply(target(desired))).toMatchObject({
      isChanged: false,
      proof: { roles: count - 1 },
      exceptions: [{ steamId: steamIdOf(1), code: 'not_in_guild' }],
    })
    expect(await server.countCalls(/\/members$/)).toBe(lists)
    expect(await server.countCalls(/\/members\/\d+$/)).toBe(reads)
  })

  test('of more than can be read one by one need the permission to list them', async () => {
    await server.control('discord/guild', { hasMembersIntent: false })
    const desired = Object.fromEntries(accounts(101).map((id) => [id, [roleId]]))
    expect(await server.adapter().apply(target(desired))).toMatchObject({
      outcome: 'needs_owner',
      code: 'members_not_listed',
    })
  })

  test('of thousands are listed page by page', async () => {
    const many = accounts(2100)
    await server.control('discord/members', { discordIds: many, roles: [roleId] })
    const desired = Object.fromEntries(many.map((id) => [id, [roleId]]))
    const owned = { ...desired, [hunter]: [roleId] }
    expect(await server.adapter({ owned }).apply(target(desired))).toMatchObject({
      isChanged: false,
      exceptions: [],
    })
    expect(await server.countCalls(/\/members$/)).toBe(3)
  })
})

describe('roles that the bot must not or cannot give', () => {
  test.each([
    ['with power over others', moderator, 'role_unsafe'],
    ['of Discord itself', booster, 'role_unsafe'],
    ['that everybody has', guildId, 'role_unsafe'],
    ['above its own', founder, 'role_above_bot'],
  ])('are left alone, as the staff learns, and others are given: %s', async (_, id, code) => {
    await server.control('discord/members', { discordIds: [lesnik], roles: [id] })
    const discord = server.adapter({ owned: { [lesnik]: [id] } })
    const needed = { outcome: 'needs_owner', code }
    expect(await discord.apply(target({ [hunter]: [id, roleId] }))).toMatchObject(needed)
    expect(await server.roles()).toEqual({ [hunter]: [roleId], [lesnik]: [id] })
    const both = server.adapter({ readRoles: () => [{ roleId }, { roleId: id }] })
    expect(await both.check()).toMatchObject(needed)
  })

  test('are gone', async () => {
    const needed = { outcome: 'needs_owner', code: 'role_missing' }
    expect(await server.adapter().apply(target({ [hunter]: ['99999'] }))).toMatchObject(needed)
    expect(await server.adapter().apply(target({}))).toMatchObject({ outcome: 'applied' })
  })

  test.each([
    [{ canManageRoles: false }, 'permission_missing'],
    [{ isInGuild: false }, 'server_not_found'],
  ])('are all of them: %o', async (setup, code) => {
    await server.control('discord/guild', setup)
    const expected = { outcome: 'needs_owner', code }
    expect(await server.adapter(onlyOurs).check()).toMatchObject(expected)
    expect(await server.adapter().apply(target({ [hunter]: [roleId] }))).toMatchObject(expected)
  })

  test.each([
    ['a wrong token', { botToken: 'wrong' }, 'key_refused'],
    ['another Discord server', { guildId: '1' }, 'server_not_found'],
  ])('are all of them: %s', async (_, settings, code) => {
    const expected = { outcome: 'needs_owner', code }
    expect(await server.adapter(settings).check()).toMatchObject(expected)
    expect(await server.adapter(settings).apply(target({ [hunter]: [roleId] }))).toMatchObject(
      expected,
    )
  })
})

test('a check names the roles, and says when members cannot be listed', async () => {
  const role = { code: 'role_found', detail: 'Supporter' }
  expect(await server.adapter(onlyOurs).check()).toEqual({ outcome: 'ready', notes: [role] })
  await server.control('discord/guild', { hasMembersIntent: false })
  const note = { code: 'members_not_listed', detail: 'Server Members Intent' }
  expect(await server.adapter(onlyOurs).check()).toEqual({ outcome: 'ready', notes: [role, note] })
})
