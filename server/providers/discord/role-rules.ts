import { z } from 'zod'
import { FaultError } from '#server/providers/perk-adapter.ts'

export const guildRoles = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    position: z.number(),
    permissions: z.string().regex(/^\d+$/).transform(BigInt),
    managed: z.boolean(),
  }),
)
type GuildRole = z.output<typeof guildRoles>[number]

const administrator = 1n << 3n
const manageRoles = 1n << 28n
/** Power over others and over the Discord server, which nobody may buy. */
const powers: readonly (readonly [string, bigint])[] = [
  ['KICK_MEMBERS', 1n << 1n],
  ['BAN_MEMBERS', 1n << 2n],
  ['ADMINISTRATOR', administrator],
  ['MANAGE_CHANNELS', 1n << 4n],
  ['MANAGE_GUILD', 1n << 5n],
  ['MANAGE_MESSAGES', 1n << 13n],
  ['MANAGE_NICKNAMES', 1n << 27n],
  ['MANAGE_ROLES', manageRoles],
  ['MANAGE_WEBHOOKS', 1n << 29n],
  ['MANAGE_GUILD_EXPRESSIONS', 1n << 30n],
  ['MANAGE_EVENTS', 1n << 33n],
  ['MANAGE_THREADS', 1n << 34n],
  ['MODERATE_MEMBERS', 1n << 40n],
]

/** What a bot can do with the roles of a Discord server. */
export interface RoleRules {
  /** Why the bot can give no role at all; null when it can. */
  readonly problemOfBot: FaultError | null
  /** Why the bot cannot or must not give or take a role; null when it may. */
  problemOf(roleId: string): FaultError | null
  nameOf(roleId: string): string
}

export function roleRules(
  guildId: string,
  roles: readonly GuildRole[],
  ownRoleIds: readonly string[],
): RoleRules {
  const byId = new Map(roles.map((role) => [role.id, role]))
  // Everybody has the role with the id of the Discord server.
  const own = roles.filter(({ id }) => id === guildId || ownRoleIds.includes(id))
  const highest = Math.max(...own.map(({ position }) => position))
  const mayManage = own.some(
    ({ permissions }) => (permissions & (manageRoles | administrator)) !== 0n,
  )
  return {
    problemOfBot: mayManage
      ? null
      : new FaultError('permission_missing', 'no role of the bot has MANAGE_ROLES'),
    problemOf(roleId) {
      const role = byId.get(roleId)
      if (!role) return new FaultError('role_missing', `there is no role ${roleId}`)
      const { name, managed, permissions, position } = role
      if (managed || roleId === guildId) {
        return new FaultError('role_unsafe', `${name}: only Discord itself gives this role`)
      }
      const held = powers.filter(([, bit]) => (permissions & bit) !== 0n).map(([power]) => power)
      if (held.length > 0) {
        return new FaultError('role_unsafe', `${name}: it has ${held.join(', ')}`)
      }
      if (position < highest) return null
      return new FaultError('role_above_bot', `${name}: it is not below the bot's own role`)
    },
    nameOf: (roleId) => byId.get(roleId)?.name ?? roleId,
  }
}
