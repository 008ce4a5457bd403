import { isGamePerk, type DiscordRole } from '#domain/products.ts'
import {
  catchFault,
  FaultError,
  type AdapterFault,
  type AdapterNote,
  type CheckResult,
  type DeliveryException,
  type PerkAdapter,
  type DesiredState,
  type DesiredPerk,
} from '#server/providers/perk-adapter.ts'
import type { Bot } from './bot.ts'
import {
  changeRoles,
  mayListMembers,
  readMembers,
  readRules,
  type Guild,
  type MemberRole,
  type Members,
} from './guild.ts'

interface DiscordRolesSettings {
  readonly bot: Bot
  readonly guildId: string
  readonly readRoles: () => readonly DiscordRole[]
  readonly given: GivenRoles
  /** Whether it writes without the owner's consent, as to the sandbox. */
  readonly isOnFromStart: boolean
}

/** Stores the roles that we may have given and not taken back; any other role of a member is unmanaged. */
export interface GivenRoles {
  find(): Promise<readonly MemberRole[]>
  add(roles: readonly MemberRole[]): Promise<void>
  remove(roles: readonly MemberRole[]): Promise<void>
}

/**
 * Gives roles on a Discord server to whoever has linked a Steam ID that holds perks, and takes them
 * at the end. Comparisons have entries `<account id>:<role id>`.
 */
export function createDiscordRoles(settings: DiscordRolesSettings): PerkAdapter {
  const { bot, guildId, readRoles, given, isOnFromStart } = settings
  const guild: Guild = { bot, id: guildId }
  const rolesOf = (perk: string) =>
    readRoles()
      .filter((role) => (role.perk ?? perk) === perk)
      .map(({ roleId }) => roleId)

  /** The roles that are desired, and those that we may have given. */
  async function readTarget({ perks }: DesiredState): Promise<Target> {
    const desired = perks.flatMap(({ discordId, perk }) =>
      discordId === null ? [] : rolesOf(perk).map((roleId) => ({ discordId, roleId })),
    )
    const unique = new Map(desired.map((role) => [keyOf(role), role]))
    return { desired: [...unique.values()], owned: await given.find() }
  }

  /** Whether a perk brings one of the roles with these keys. */
  const brings = ({ perk, discordId }: DesiredPerk, keys: ReadonlySet<string>) =>
    discordId !== null && rolesOf(perk).some((roleId) => keys.has(keyOf({ discordId, roleId })))

  return {
    name: 'discord-role',
    target: guildId,
    isOnFromStart,
    serves: (perk) => rolesOf(perk).length > 0,
    // For a product of the owner's own its role may be all there is to deliver.
    isExtra: (perk) => isGamePerk(perk) || !readRoles().some((role) => role.perk === perk),

    read: (desired, stopped) =>
      catchFault(stopped, [], async () => {
        const target = await readTarget(desired)
        const found = compare(await readMembers(guild, accountsOf(target), stopped), target)
        return {
          outcome: 'compared',
          adds: found.adds.map(keyOf),
          keeps: found.keeps.map(keyOf),
          removes: found.removes.map(keyOf),
          unmanaged: found.unmanaged.map(keyOf),
        }
      }),

    apply: (desired, journal, stopped) =>
      catchFault(stopped, [], async () => {
        const target = await readTarget(desired)
        const before = await readMembers(guild, accountsOf(target), stopped)
        const first = compare(before, target)
        const changes = [
          ...first.adds.map((role) => ({ ...role, method: 'PUT' as const })),
          ...first.removes.map((role) => ({ ...role, method: 'DELETE' as const })),
        ]
        const rules = changes.length > 0 ? await readRules(guild, stopped) : null
        if (rules?.problemOfBot) throw rules.problemOfBot
        const possible = changes.filter(({ roleId }) => !rules?.problemOf(roleId))
        let fault: FaultError | null = null
        let found = before
        if (possible.length > 0) {
          const added = possible.filter(({ method }) => method === 'PUT')
          const keys = new Set(added.map(keyOf))
          await journal.begin({
            text: null,
            adds: desired.perks.filter((perk) => brings(perk, keys)),
          })
          await given.add(added)
          fault = await changeRoles(guild, possible, stopped)
          const changed = new Set(possible.map(({ discordId }) => discordId))
          found = new Map([...before, ...(await readMembers(guild, [...changed], stopped))])
        }
        const rest = compare(found, { ...target, owned: await given.find() })
        await given.remove(rest.gone)
        const [left] = [...rest.adds, ...rest.removes]
        if (left) throw rules?.problemOf(left.roleId) ?? fault ?? readBackDiffers()
        const absent = new Set(rest.absent.map(keyOf))
        return {
          outcome: 'applied',
          isChanged: changes.length > 0,
          proof: {
            members: found.size,
            roles: rest.keeps.length,
            unmanaged: rest.unmanaged.length,
          },
          exceptions: desired.perks.filter((perk) => brings(perk, absent)).map(notInGuild),
        }
      }),

    check: (stopped) => checkRoles(guild, readRoles(), stopped),
  }
}

/** Whether the bot is in the Discord server, and may give these roles there. */
export function checkRoles(
  guild: Guild,
  roles: readonly DiscordRole[],
  stopped: AbortSignal,
): Promise<CheckResult | AdapterFault> {
  return catchFault(stopped, [], async () => {
    const roleIds = [...new Set(roles.map(({ roleId }) => roleId))]
    const rules = await readRules(guild, stopped)
    // Without roles the bot only writes to players.
    if (roleIds.length === 0) return { outcome: 'ready', notes: [] }
    const problems = [rules.problemOfBot, ...roleIds.map((id) => rules.problemOf(id))]
    const found = problems.filter((problem) => problem !== null)
    if (found[0]) {
      throw new FaultError(found[0].code, found.map(({ message }) => message).join('; '))
    }
    const notes: AdapterNote[] = roleIds.map((id) => ({
      code: 'role_found',
      detail: rules.nameOf(id),
    }))
    if (!(await mayListMembers(guild, stopped))) {
      notes.push({ code: 'members_not_listed', detail: 'Server Members Intent' })
    }
    return { outcome: 'ready', notes }
  })
}

interface Target {
  readonly desired: readonly MemberRole[]
  readonly owned: readonly MemberRole[]
}

function keyOf({ discordId, roleId }: MemberRole): string {
  return `${discordId}:${roleId}`
}

function accountsOf({ desired, owned }: Target): readonly string[] {
  return [...new Set([...desired, ...owned].map(({ discordId }) => discordId))]
}

/**
 * `absent`: desired roles of accounts that are not in the Discord server. `gone`: owned roles that
 * are no longer desired and no longer there.
 */
function compare(members: Members, { desired, owned }: Target) {
  const desiredKeys = new Set(desired.map(keyOf))
  const ownedKeys = new Set(owned.map(keyOf))
  const isThere = ({ discordId, roleId }: MemberRole) =>
    members.get(discordId)?.includes(roleId) ?? false
  const isMember = ({ discordId }: MemberRole) => Boolean(members.get(discordId))
  const there = desired.filter(isThere)
  const ended = owned.filter((role) => !desiredKeys.has(keyOf(role)))
  return {
    adds: desired.filter((role) => isMember(role) && !isThere(role)),
    keeps: there.filter((role) => ownedKeys.has(keyOf(role))),
    removes: ended.filter(isThere),
    unmanaged: there.filter((role) => !ownedKeys.has(keyOf(role))),
    absent: desired.filter((role) => !isMember(role)),
    gone: ended.filter((role) => !isThere(role)),
  }
}

function notInGuild({ steamId, perk }: DesiredPerk): DeliveryException {
  const detail = 'their account is not in the Discord server'
  return { steamId, perk, event: 'player_missing', code: 'not_in_guild', detail }
}

function readBackDiffers(): FaultError {
  return new FaultError('read_back_differs', 'the roles were read back without the change')
}
