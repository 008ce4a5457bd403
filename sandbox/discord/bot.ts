import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { discordCredentials } from '#sandbox/credentials.ts'
import type { SandboxContext, SandboxEnv } from '#sandbox/fake-provider.ts'
import { parseJson } from '#sandbox/read-control.ts'
import { channelRoutes } from './channels.ts'
import { discordError, invalidFormBody, unauthorized } from './errors.ts'
import { accountOf, bot, type Guild, type Role, rolesOfBot } from './guild.ts'
import { createMessage, isEmpty, newSnowflake, readMessage } from './webhook.ts'
import { publicUser } from './players.ts'

type Call = Context<SandboxEnv>
type Handler = (c: Call) => Response | Promise<Response>

const { guildId, botToken } = discordCredentials
const channelRequest = z.object({ recipient_id: z.string().regex(/^\d{5,25}$/) })
const nonced = z.object({
  nonce: z.union([z.string().max(25), z.int()]).optional(),
  enforce_nonce: z.boolean().optional(),
})

/** The calls of a bot: roles of members, and direct messages. */
export function botRoutes(context: SandboxContext, guild: Guild): Hono<SandboxEnv> {
  const { faults, log } = context
  /** Recipients by their channels. */
  const channels = new Map<string, string>()
  const routes = new Hono<SandboxEnv>()

  routes.get('/users/@me', async (c, next) => {
    if (!c.req.header('authorization')?.startsWith('Bot ')) return next()
    return ofBot(() =>
      c.json({ ...publicUser(bot), bot: true, mfa_enabled: false, locale: bot.locale }),
    )(c)
  })
  routes.get(
    '/guilds/:guild/roles',
    inGuild((c) => {
      const isAbove = faults.take('discord', 'role-above', c.req.path) !== null
      return c.json(guild.roles().map((role) => presentRole(role, isAbove)))
    }),
  )
  routes.get('/guilds/:guild/members', inGuild(listMembers))
  routes.get(
    '/guilds/:guild/members/:user',
    ofMember((c, user) => c.json(presentMember(guild, user))),
  )
  for (const method of ['PUT', 'DELETE']) {
    routes.on(method, '/guilds/:guild/members/:user/roles/:role', ofMember(changeRole))
  }
  routes.post('/users/@me/channels', ofBot(openChannel))
  routes.route('/', channelRoutes(context, guild))
  routes.post('/channels/:channel/messages', ofBot(sendMessage))
  return routes

  function inGuild(answer: Handler): Handler {
    return ofBot((c) => {
      if (c.req.param('guild') !== guildId) return discordError(404, 10004, 'Unknown Guild')
      return guild.setup.isInGuild ? answer(c) : missingAccess()
    })
  }

  function ofMember(answer: (c: Call, user: string) => Response): Handler {
    return inGuild((c) => {
      const user = c.req.param('user') ?? ''
      if (faults.take('discord', 'role-lost', c.req.path)) guild.takeRoles(user)
      if (user === bot.id) return answer(c, user)
      if (faults.take('discord', 'member-left', c.req.path)) guild.leave(user)
      return guild.find(user) ? answer(c, user) : discordError(404, 10007, 'Unknown Member')
    })
  }

  function changeRole(c: Call, user: string): Response {
    const role = c.req.param('role') ?? ''
    if (!guild.roles().some(({ id }) => id === role))
      return discordError(404, 10011, 'Unknown Role')
    const isAbove = faults.take('discord', 'role-above', c.req.path) !== null
    if (isAbove || !guild.mayGive(role)) return discordError(403, 50013, 'Missing Permissions')
    const roles = guild.find(user)?.roles
    if (c.req.method === 'PUT') roles?.add(role)
    else roles?.delete(role)
    return c.body(null, 204)
  }

  /** https://docs.discord.com/developers/resources/guild#list-guild-members */
  function listMembers(c: Call): Response {
    if (!guild.setup.hasMembersIntent) return missingAccess()
    const limit = Number(c.req.query('limit') ?? 1)
    const after = BigInt(c.req.query('after') ?? 0)
    const page = guild.listMembers().filter(({ discordId }) => BigInt(discordId) > after)
    return c.json(page.slice(0, limit).map(({ discordId }) => presentMember(guild, discordId)))
  }

  async function openChannel(c: Call): Promise<Response> {
    const { data } = channelRequest.safeParse(parseJson(await c.req.text()))
    if (!data) return discordError(400, 50033, 'Invalid Recipient(s)')
    const recipient = data.recipient_id
    const id =
      [...channels].find(([, one]) => one === recipient)?.[0] ?? newSnowflake(channels.size)
    channels.set(id, recipient)
    const recipients = [publicUser(accountOf(recipient))]
    return c.json({ id, type: 1, last_message_id: null, flags: 0, recipients })
  }

  async function sendMessage(c: Call): Promise<Response> {
    const channelId = c.req.param('channel') ?? ''
    const recipient = channels.get(channelId)
    if (recipient === undefined) return discordError(404, 10003, 'Unknown Channel')
    const body = parseJson(await c.req.text())
    const reading = readMessage(body)
    if (!reading.ok) return invalidFormBody(reading.faults)
    if (isEmpty(reading.message)) return discordError(400, 50006, 'Cannot send an empty message')
    const member = guild.find(recipient)
    if (!member)
      return discordError(403, 50278, 'Cannot send messages to this user: no mutual guilds')
    if (!member.acceptsMessages) {
      return discordError(403, 50007, 'Cannot send messages to this user')
    }
    const { nonce, enforce_nonce: isUnique = false } = nonced.safeParse(body).data ?? {}
    const sent = guild.directMessages.find(
      (one) => isUnique && nonce !== undefined && one['nonce'] === nonce,
    )
    if (sent) return c.json(sent)
    const { webhook_id: _, ...message } = createMessage(
      reading.message,
      newSnowflake(guild.directMessages.length),
    )
    const direct = {
      ...message,
      channel_id: channelId,
      author: { ...publicUser(bot), bot: true },
      ...(nonce !== undefined && { nonce }),
    }
    guild.directMessages.push(direct)
    log.add('discord', { kind: 'message', message: direct })
    return c.json(direct)
  }
}

export function ofBot(answer: Handler): Handler {
  return (c) => (c.req.header('authorization') === `Bot ${botToken}` ? answer(c) : unauthorized())
}

function missingAccess(): Response {
  return discordError(403, 50001, 'Missing Access')
}

function presentRole(role: Role, isAbove: boolean): object {
  const { id, name, permissions, isManaged } = role
  const isOfBot = rolesOfBot.includes(id)
  return {
    id,
    name,
    permissions: String(permissions),
    position: isAbove && !isOfBot ? role.position + 10 : role.position,
    color: 0,
    colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
    hoist: false,
    managed: isManaged,
    mentionable: false,
    icon: null,
    unicode_emoji: null,
    ...(isOfBot && { tags: { bot_id: bot.id } }),
    flags: 0,
  }
}

function presentMember(guild: Guild, user: string): object {
  return {
    avatar: null,
    banner: null,
    communication_disabled_until: null,
    flags: 0,
    joined_at: '2026-01-01T00:00:00.000000+00:00',
    nick: null,
    pending: false,
    premium_since: null,
    roles: user === bot.id ? rolesOfBot : [...(guild.find(user)?.roles ?? [])],
    user: { ...publicUser(accountOf(user)), ...(user === bot.id && { bot: true }) },
    mute: false,
    deaf: false,
  }
}
