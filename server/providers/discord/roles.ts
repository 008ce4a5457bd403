import { z } from 'zod'
import type { DeliveryFaultCode } from '#domain/delivery-faults.ts'
import { isGamePerk, type DiscordRole } from '#domain/products.ts'
import {
  catchFault,
  FaultError,
  type AdapterNote,
  type Comparison,
  type DeliveryException,
  type PerkAdapter,
  type DesiredState,
  type DesiredPerk,
} from '#server/providers/perk-adapter.ts'
import type { Bot, BotRequest, BotResult } from './bot.ts'
import { guildRoles, roleRules, type RoleRules } from './role-rules.ts'

interface DiscordRolesSettings {
  readonly bot: Bot
  readonly guildId: string
  readonly roles: readonly DiscordRole[]
  readonly given: GivenRoles
  /** Whether it writes without the owner's consent, as to the sandbox. */
  readonly isOnFromStart: boolean
}

interface MemberRole {
  readonly discordId: string
  readonly roleId: string
}

/** Stores the roles that we may have given and not taken back; any other role of a member is unmanaged. */
export interface GivenRoles {
  find(): Promise<readonly MemberRole[]>
  add(roles: readonly MemberRole[]): Promise<void>
  remove(roles: readonly MemberRole[]): Promise<void>
}

/** Above this number members are read from the list of all, if the bot may read it. */
const fewMembers = 25
/** Discord allows some five members in a second, and a run may not last for ever. */
const maxSingleReads = 100
const pageSize = 1000

const ownAccount = z.object({ id: z.string() })
const guildMember = z.object({ roles: z.array(z.string()) })
const memberPage = z.array(guildMember.extend({ user: z.object({ id: z.string() }) }))

/** Discord's codes. */
const [unknownMember, unknownUser, missingAccess] = [10_007, 10_013, 50_001]
const absentCodes = new Set([unknownMember, unknownUser])
const codeByDiscordCode: Readonly<Record<number, DeliveryFaultCode>> = {
  10_004: 'server_not_found',
  10_011: 'role_missing',
  [missingAccess]: 'server_not_found',
  50_013: 'role_above_bot',
}

/** The roles of accounts; null for an account that is not in the Discord server. */
type Members = ReadonlyMap<string, readonly string[] | null>

/**
 * Gives roles on a Discord server to whoever has linked a Steam ID that holds perks, and takes them
 * at the end. Comparisons have entries `<account id>:<role id>`.
 */
export function createDiscordRoles(settings: DiscordRolesSettings): PerkAdapter {
  const { bot, guildId, roles, given, isOnFromStart } = settings
  const guildPath = `/guilds/${guildId}`
  const roleIds = [...new Set(roles.map(({ roleId }) => roleId))]
  const rolesOf = (perk: string) =>
    roles.filter((role) => (role.perk ?? perk) === perk).map(({ roleId }) => roleId)

  /** The roles that are desired, and those that we may have given. */
  async function readTarget({ perks }: DesiredState): Promise<Target> {
    const desired = perks.flatMap(({ discordId, perk }) =>
      discordId === null ? [] : rolesOf(perk).map((roleId) => ({ discordId, roleId })),
    )
    return { desired: uniqueRoles(desired), owned: await given.find() }
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
    isExtra: (perk) => isGamePerk(perk) || !roles.some((role) => role.perk === perk),

    read: (desired, stopped) =>
      catchFault(stopped, [], async () => {
        const target = await readTarget(desired)
        return comparisonOf(compare(await readMembers(accountsOf(target), stopped), target))
      }),

    apply: (desired, journal, stopped) =>
      catchFault(stopped, [], async () => {
        const target = await readTarget(desired)
        const before = await readMembers(accountsOf(target), stopped)
        const first = compare(before, target)
        const changes = [
          ...first.adds.map((role) => ({ ...role, method: 'PUT' as const })),
          ...first.removes.map((role) => ({ ...role, method: 'DELETE' as const })),
        ]
        const rules = changes.length > 0 ? await readRules(stopped) : null
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
          fault = await makeChanges(possible, stopped)
          const changed = new Set(possible.map(({ discordId }) => discordId))
          found = new Map([...before, ...(await readMembers([...changed], stopped))])
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

    check: (stopped) =>
      catchFault(stopped, [], async () => {
        const rules = await readRules(stopped)
        const problems = [rules.problemOfBot, ...roleIds.map((id) => rules.problemOf(id))]
        const found = problems.filter((problem) => problem !== null)
        if (found[0]) {
          throw new FaultError(found[0].code, found.map(({ message }) => message).join('; '))
        }
        const notes: AdapterNote[] = roleIds.map((id) => ({
          code: 'role_found',
          detail: rules.nameOf(id),
        }))
        if (!(await listPage('0', 1, stopped))) {
          notes.push({ code: 'members_not_listed', detail: 'Server Members Intent' })
        }
        return { outcome: 'ready', notes }
      }),
  }

  /** @throws {FaultError} */
  async function expect<Answer>(
    request: BotRequest<Answer>,
    stopped: AbortSignal,
  ): Promise<Answer> {
    const result = await bot(request, stopped)
    if (result.outcome === 'ok') return result.answer
    throw faultOf(result)
  }

  async function readRules(stopped: AbortSignal): Promise<RoleRules> {
    const self = await expect(
      { operation: 'fetch-bot', method: 'GET', path: '/users/@me', shape: ownAccount },
      stopped,
    )
    const list = await expect(
      { operation: 'list-roles', method: 'GET', path: `${guildPath}/roles`, shape: guildRoles },
      stopped,
    )
    const own = await readMember(self.id, stopped)
    if (!own) throw new FaultError('server_not_found', 'the bot is not in the Discord server')
    return roleRules(guildId, list, own)
  }

  async function readMembers(
    discordIds: readonly string[],
    stopped: AbortSignal,
  ): Promise<Members> {
    const all = discordIds.length > fewMembers ? await listMembers(stopped) : null
    if (!all && discordIds.length > maxSingleReads) {
      throw new FaultError('members_not_listed', 'the bot needs the Server Members Intent')
    }
    const members = new Map<string, readonly string[] | null>()
    for (const discordId of discordIds) {
      members.set(
        discordId,
        all ? (all.get(discordId) ?? null) : await readMember(discordId, stopped),
      )
    }
    return members
  }

  /** Null when the owner has not allowed the bot to list members, a separate permission at Discord. */
  async function listMembers(
    stopped: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly string[]> | null> {
    const members = new Map<string, readonly string[]>()
    for (let after = '0'; ;) {
      const page = await listPage(after, pageSize, stopped)
      if (!page) return null
      for (const member of page) members.set(member.user.id, member.roles)
      const last = page.at(-1)
      if (!last || page.length < pageSize) return members
      after = last.user.id
    }
  }

  async function listPage(after: string, limit: number, stopped: AbortSignal) {
    const page = await bot(
      {
        operation: 'list-members',
        method: 'GET',
        path: `${guildPath}/members?limit=${limit}&after=${after}`,
        shape: memberPage,
      },
      stopped,
    )
    if (page.outcome === 'refused' && page.code === missingAccess) return null
    if (page.outcome !== 'ok') throw faultOf(page)
    return page.answer
  }

  async function readMember(
    discordId: string,
    stopped: AbortSignal,
  ): Promise<readonly string[] | null> {
    const member = await bot(
      {
        operation: 'fetch-member',
        method: 'GET',
        path: `${guildPath}/members/${discordId}`,
        shape: guildMember,
      },
      stopped,
    )
    if (member.outcome === 'refused' && absentCodes.has(member.code)) return null
    if (member.outcome !== 'ok') throw faultOf(member)
    return member.answer.roles
  }

  /** Makes changes until one fails, and returns why. The caller reads what they achieved. */
  async function makeChanges(
    changes: readonly (MemberRole & { readonly method: 'PUT' | 'DELETE' })[],
    stopped: AbortSignal,
  ): Promise<FaultError | null> {
    for (const { method, discordId, roleId } of changes) {
      const result = await bot(
        {
          operation: method === 'PUT' ? 'give-role' : 'take-role',
          method,
          path: `${guildPath}/members/${discordId}/roles/${roleId}`,
          reason: method === 'PUT' ? 'bought in the shop' : 'has ended in the shop',
          shape: z.unknown(),
        },
        stopped,
      )
      const hasLeft = result.outcome === 'refused' && result.code === unknownMember
      if (result.outcome !== 'ok' && !hasLeft) return faultOf(result)
    }
    return null
  }
}

interface Target {
  readonly desired: readonly MemberRole[]
  readonly owned: readonly MemberRole[]
}

function keyOf({ discordId, roleId }: MemberRole): string {
  return `${discordId}:${roleId}`
}

function uniqueRoles(roles: readonly MemberRole[]): readonly MemberRole[] {
  return [...new Map(roles.map((role) => [keyOf(role), role])).values()]
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

function comparisonOf(compared: ReturnType<typeof compare>): Comparison {
  return {
    outcome: 'compared',
    adds: compared.adds.map(keyOf),
    keeps: compared.keeps.map(keyOf),
    removes: compared.removes.map(keyOf),
    unmanaged: compared.unmanaged.map(keyOf),
  }
}

function notInGuild({ steamId, perk }: DesiredPerk): DeliveryException {
  const detail = 'their account is not in the Discord server'
  return { steamId, perk, event: 'player_missing', code: 'not_in_guild', detail }
}

function readBackDiffers(): FaultError {
  return new FaultError('read_back_differs', 'the roles were read back without the change')
}

function faultOf(result: Exclude<BotResult<unknown>, { outcome: 'ok' }>): FaultError {
  if (result.outcome === 'limited') {
    return new FaultError('limited', 'too many calls to Discord', result.retryAfterSeconds)
  }
  if (result.outcome === 'unavailable') return new FaultError('unreachable', result.detail)
  if (result.outcome === 'unreadable') return new FaultError('unexpected_answer', result.detail)
  const otherwise = result.status === 401 ? 'key_refused' : 'unexpected_answer'
  return new FaultError(codeByDiscordCode[result.code] ?? otherwise, result.detail)
}
