import { Hono } from 'hono'
import { z } from 'zod'
import { discordCredentials } from '#sandbox/credentials.ts'
import type { SandboxEnv } from '#sandbox/fake-provider.ts'
import { readControl } from '#sandbox/read-control.ts'
import type { Message } from './webhook.ts'
import { findPlayer, type Player, players } from './players.ts'

const { guildId, roleId } = discordCredentials
const botRoleId = '100000000000000011'

/** The bot's own account. */
export const bot: Player = {
  id: '100000000000000004',
  username: 'shop-bot',
  globalName: null,
  avatar: null,
  email: null,
  verified: true,
  locale: 'en-US',
  purpose: 'the bot',
}

export interface Role {
  readonly id: string
  readonly name: string
  readonly position: number
  /** A sum of bits, https://docs.discord.com/developers/topics/permissions */
  readonly permissions: bigint
  /** Of an integration: nobody can give it. */
  readonly isManaged: boolean
}

interface Member {
  readonly roles: Set<string>
  acceptsMessages: boolean
}

const manageRoles = 1n << 28n
const usualRoles: readonly Role[] = [
  { id: guildId, name: '@everyone', position: 0, permissions: 0n, isManaged: false },
  { id: roleId, name: 'Supporter', position: 1, permissions: 0n, isManaged: false },
  { id: '100000000000000017', name: 'VIP', position: 1, permissions: 0n, isManaged: false },
  {
    id: '100000000000000013',
    name: 'Moderator',
    position: 2,
    permissions: 1n << 13n,
    isManaged: false,
  },
  { id: '100000000000000014', name: 'Booster', position: 3, permissions: 0n, isManaged: true },
  { id: botRoleId, name: 'Shop bot', position: 4, permissions: manageRoles, isManaged: true },
  { id: '100000000000000015', name: 'Founder', position: 5, permissions: 0n, isManaged: false },
  { id: '100000000000000016', name: 'Admin', position: 6, permissions: 1n << 3n, isManaged: false },
]
/** Whether the bot is in the guild, may manage roles, and may list the members. */
interface GuildSetup {
  readonly isInGuild: boolean
  readonly canManageRoles: boolean
  readonly hasMembersIntent: boolean
}

/** The Discord server of the community, with the demo players as members and one bot. */
export interface Guild {
  setup: GuildSetup
  readonly directMessages: Message[]
  /** What the bot has posted in channels. */
  readonly channelMessages: Message[]
  /** Does nothing for a member. */
  join(discordId: string): Member
  leave(discordId: string): void
  /** Somebody takes all roles of a member, or those from the bot by which it manages roles. */
  takeRoles(discordId: string): void
  find(discordId: string): Member | undefined
  /** Ordered by id, as Discord lists them. */
  listMembers(): { readonly discordId: string; readonly roles: readonly string[] }[]
  roles(): readonly Role[]
  /** Whether the bot may give and take a role. */
  mayGive(roleId: string): boolean
  reset(): void
}

export function createGuild(): Guild {
  const members = new Map<string, Member>()
  const guild: Guild = {
    setup: { isInGuild: true, canManageRoles: true, hasMembersIntent: true },
    directMessages: [],
    channelMessages: [],
    join(discordId) {
      const member = members.get(discordId) ?? { roles: new Set<string>(), acceptsMessages: true }
      members.set(discordId, member)
      return member
    },
    leave: (discordId) => void members.delete(discordId),
    takeRoles(discordId) {
      if (discordId === bot.id) guild.setup = { ...guild.setup, canManageRoles: false }
      members.get(discordId)?.roles.clear()
    },
    find: (discordId) => members.get(discordId),
    listMembers: () =>
      [...members]
        .map(([discordId, { roles }]) => ({ discordId, roles: [...roles] }))
        .toSorted((one, other) => (BigInt(one.discordId) < BigInt(other.discordId) ? -1 : 1)),
    roles: () =>
      usualRoles.map((role) =>
        role.id === botRoleId && !guild.setup.canManageRoles ? { ...role, permissions: 0n } : role,
      ),
    mayGive(id) {
      const own = guild.roles().find((role) => role.id === botRoleId)
      const role = guild.roles().find((one) => one.id === id)
      if (!own || !role || role.isManaged || role.id === guildId) return false
      return (own.permissions & manageRoles) !== 0n && role.position < own.position
    },
    reset() {
      guild.setup = { isInGuild: true, canManageRoles: true, hasMembersIntent: true }
      guild.directMessages.length = 0
      guild.channelMessages.length = 0
      members.clear()
      for (const { id } of players) guild.join(id)
    },
  }
  guild.reset()
  return guild
}

/** The account of a member, also of one that a control call has made. */
export function accountOf(discordId: string): Player {
  if (discordId === bot.id) return bot
  return findPlayer(discordId) ?? { ...bot, id: discordId, username: `player-${discordId}` }
}

export const rolesOfBot = [botRoleId]

const snowflake = z.string().regex(/^\d{5,25}$/)
const memberChange = z.strictObject({
  discordIds: z.array(snowflake).min(1),
  isMember: z.boolean().optional(),
  acceptsMessages: z.boolean().optional(),
  /** All of their roles. */
  roles: z.array(snowflake).optional(),
})
const setupChange = z.strictObject({
  isInGuild: z.boolean().optional(),
  canManageRoles: z.boolean().optional(),
  hasMembersIntent: z.boolean().optional(),
})

/** What people do in Discord itself: join and leave, close their messages, give roles, invite the bot. */
export function guildControls(guild: Guild): Hono<SandboxEnv> {
  const routes = new Hono<SandboxEnv>()
  routes.post('/_sandbox/discord/members', async (c) => {
    const reading = readControl(memberChange, await c.req.text())
    if (!reading.ok) return reading.answer
    const { discordIds, isMember = true, acceptsMessages, roles } = reading.value
    for (const discordId of discordIds) {
      if (!isMember) {
        guild.leave(discordId)
        continue
      }
      const member = guild.join(discordId)
      member.acceptsMessages = acceptsMessages ?? member.acceptsMessages
      if (roles) member.roles.clear()
      for (const role of roles ?? []) member.roles.add(role)
    }
    return c.json(guild.listMembers())
  })
  routes.post('/_sandbox/discord/guild', async (c) => {
    const reading = readControl(setupChange, await c.req.text())
    if (!reading.ok) return reading.answer
    const { isInGuild, canManageRoles, hasMembersIntent } = reading.value
    const before = guild.setup
    guild.setup = {
      isInGuild: isInGuild ?? before.isInGuild,
      canManageRoles: canManageRoles ?? before.canManageRoles,
      hasMembersIntent: hasMembersIntent ?? before.hasMembersIntent,
    }
    return c.json(guild.setup)
  })
  return routes
}
