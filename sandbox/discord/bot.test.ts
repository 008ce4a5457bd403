import { expect, test } from 'vitest'
import { z } from 'zod'
import { discordCredentials } from '#sandbox/credentials.ts'
import { startFixture } from '#sandbox/testing/product.ts'
import { loadContract } from '#sandbox/testing/schemas.ts'
import { players } from './players.ts'

const contract = loadContract('discord.json')
const { botToken, guildId, roleId } = discordCredentials
const [hunter, lesnik] = players.map(({ id }) => id)
const memberPath = `/guilds/${guildId}/members/${hunter}`
const rolePath = `${memberPath}/roles/${roleId}`
const founderRole = '100000000000000015'
const boosterRole = '100000000000000014'
const withId = z.object({ id: z.string() })

async function connect() {
  const fixture = await startFixture()
  const call = (method: string, path: string, body?: object) =>
    fetch(`${fixture.origin}/api/v10${path}`, {
      method,
      headers: { authorization: `Bot ${botToken}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  return { ...fixture, call }
}

/** Status and code of a refusal, in the published form. */
async function refusal(answer: Promise<Response>): Promise<readonly unknown[]> {
  const response = await answer
  const body: unknown = await response.json()
  expect(contract.faultsOf('ErrorResponse', body)).toEqual([])
  return [response.status, z.object({ code: z.number() }).parse(body).code]
}

test('the bot, the roles and the members have the published form', async () => {
  const { call } = await connect()
  const bot: unknown = await (await call('GET', '/users/@me')).json()
  expect(contract.faultsOf('UserPIIResponse', bot)).toEqual([])
  expect(bot).toMatchObject({ bot: true })
  const roles = z
    .array(z.unknown())
    .parse(await (await call('GET', `/guilds/${guildId}/roles`)).json())
  for (const role of roles) expect(contract.faultsOf('GuildRoleResponse', role)).toEqual([])
  const member: unknown = await (await call('GET', memberPath)).json()
  expect(contract.faultsOf('GuildMemberResponse', member)).toEqual([])
})

test('a role is given and taken, however often, and the game view shows it', async () => {
  const { call, origin } = await connect()
  for (const [method, roles] of [
    ['PUT', [roleId]],
    ['PUT', [roleId]],
    ['DELETE', []],
    ['DELETE', []],
  ] as const) {
    expect((await call(method, rolePath)).status).toBe(204)
    expect(await (await call('GET', memberPath)).json()).toMatchObject({ roles })
    const game: unknown = await (await fetch(`${origin}/_sandbox/game`)).json()
    expect(game).toMatchObject({ roles: roles.length > 0 ? [{ discordId: hunter, roles }] : [] })
  }
})

test.each([
  ['another guild', 'GET', '/guilds/1/roles', [404, 10_004]],
  ['a stranger', 'GET', `/guilds/${guildId}/members/1`, [404, 10_007]],
  ['an unknown role', 'PUT', `${memberPath}/roles/1`, [404, 10_011]],
  ['a role above the bot', 'PUT', `${memberPath}/roles/${founderRole}`, [403, 50_013]],
  ['a managed role', 'DELETE', `${memberPath}/roles/${boosterRole}`, [403, 50_013]],
  ['an unknown channel', 'POST', '/channels/1/messages', [404, 10_003]],
])('%s is refused', async (_, method, path, expected) => {
  const { call } = await connect()
  expect(await refusal(call(method, path))).toEqual(expected)
})

test('without the token, the invitation or the permission it refuses', async () => {
  const { call, control, origin } = await connect()
  expect(await refusal(fetch(`${origin}/api/v10${memberPath}`))).toEqual([401, 0])
  await control('discord/guild', { canManageRoles: false, hasMembersIntent: false })
  expect(await refusal(call('PUT', rolePath))).toEqual([403, 50_013])
  expect(await refusal(call('GET', `/guilds/${guildId}/members?limit=9`))).toEqual([403, 50_001])
  await control('discord/guild', { isInGuild: false })
  expect(await refusal(call('GET', memberPath))).toEqual([403, 50_001])
})

test('members are listed page by page, as people come and go', async () => {
  const { call, control, origin } = await connect()
  await control('discord/members', { discordIds: [lesnik], isMember: false })
  expect(await (await fetch(origin)).text()).toMatch(/lesnik_89[^/]*<\/code> <small>has left/)
  await control('discord/members', { discordIds: ['9'.repeat(18)], roles: [roleId] })
  const found: unknown[] = []
  for (let after = '0'; ;) {
    const answer = await call('GET', `/guilds/${guildId}/members?limit=1&after=${after}`)
    const page = z.array(z.object({ user: withId, roles: z.array(z.string()) }))
    const [member] = page.parse(await answer.json())
    if (!member) break
    after = member.user.id
    found.push([after, member.roles])
  }
  expect(found).toEqual([
    [hunter, []],
    [players[2]?.id, []],
    ['9'.repeat(18), [roleId]],
  ])
})

test('a role can be above the bot for one call, and a member leave at one', async () => {
  const { call, control } = await connect()
  await control('faults', { provider: 'discord', kind: 'role-above' })
  expect(await refusal(call('PUT', rolePath))).toEqual([403, 50_013])
  expect((await call('PUT', rolePath)).status).toBe(204)
  await control('faults', { provider: 'discord', kind: 'member-left' })
  expect(await refusal(call('GET', memberPath))).toEqual([404, 10_007])
  await control('discord/members', { discordIds: [hunter] })
  expect(await (await call('GET', memberPath)).json()).toMatchObject({ roles: [] })
})

test('a direct message arrives once for its nonce, and is shown', async () => {
  const { call, origin } = await connect()
  const channel: unknown = await (
    await call('POST', '/users/@me/channels', { recipient_id: hunter })
  ).json()
  expect(contract.faultsOf('PrivateChannelResponse', channel)).toEqual([])
  const path = `/channels/${withId.parse(channel).id}/messages`
  const message = { content: 'Priority ends <b>tomorrow</b>', nonce: '1', enforce_nonce: true }
  const first: unknown = await (await call('POST', path, message)).json()
  expect(contract.faultsOf('MessageResponse', first)).toEqual([])
  expect(await (await call('POST', path, message)).json()).toEqual(first)
  expect(await (await fetch(origin)).text()).toContain('ends &lt;b&gt;tomorrow')
})

test.each([
  ['who accepts none', { acceptsMessages: false }, [403, 50_007]],
  ['who is in no guild with the bot', { isMember: false }, [403, 50_278]],
])('a message to somebody %s is refused', async (_, change, expected) => {
  const { call, control } = await connect()
  await control('discord/members', { discordIds: [hunter], ...change })
  const opened = await call('POST', '/users/@me/channels', { recipient_id: hunter })
  const { id } = withId.parse(await opened.json())
  expect(await refusal(call('POST', `/channels/${id}/messages`, { content: 'x' }))).toEqual(
    expected,
  )
})
