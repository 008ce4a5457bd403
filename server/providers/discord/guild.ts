import { z } from 'zod'
import type { DeliveryFaultCode } from '#domain/delivery-faults.ts'
import { FaultError } from '#server/providers/perk-adapter.ts'
import type { Bot, BotRequest, BotResult } from './bot.ts'
import { guildRoles, roleRules, type RoleRules } from './role-rules.ts'

/** A Discord server, as its bot reads and changes it. What fails here is a `FaultError`. */
export interface Guild {
  readonly bot: Bot
  readonly id: string
}

export interface MemberRole {
  readonly discordId: string
  readonly roleId: string
}

interface RoleChange extends MemberRole {
  readonly method: 'PUT' | 'DELETE'
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
const codeByDiscordCode: Readonly<Record<number, DeliveryFaultCode>> = {
  10_004: 'server_not_found',
  10_011: 'role_missing',
  [missingAccess]: 'server_not_found',
  50_013: 'role_above_bot',
}

/** The roles of accounts; null for an account that is not in the Discord server. */
export type Members = ReadonlyMap<string, readonly string[] | null>

/** Null when Discord refuses with one of the codes of `absent`. */
async function read<Answer>(
  { bot }: Guild,
  request: Omit<BotRequest<Answer>, 'method'>,
  stopped: AbortSignal,
  absent: readonly number[] = [],
): Promise<Answer | null> {
  const result = await bot({ ...request, method: 'GET' }, stopped)
  if (result.outcome === 'ok') return result.answer
  if (result.outcome === 'refused' && absent.includes(result.code)) return null
  throw faultOf(result)
}

export async function readRules(guild: Guild, stopped: AbortSignal): Promise<RoleRules> {
  const bot = { operation: 'fetch-bot', path: '/users/@me', shape: ownAccount }
  const self = await read(guild, bot, stopped)
  const roles = { operation: 'list-roles', path: `${pathOf(guild)}/roles`, shape: guildRoles }
  const list = await read(guild, roles, stopped)
  const own = self && (await readMember(guild, self.id, stopped))
  if (!own || !list)
    throw new FaultError('server_not_found', 'the bot is not in the Discord server')
  return roleRules(guild.id, list, own)
}

export async function readMembers(
  guild: Guild,
  discordIds: readonly string[],
  stopped: AbortSignal,
): Promise<Members> {
  const all = discordIds.length > fewMembers ? await listMembers(guild, stopped) : null
  if (!all && discordIds.length > maxSingleReads) {
    throw new FaultError('members_not_listed', 'the bot needs the Server Members Intent')
  }
  const members = new Map<string, readonly string[] | null>()
  for (const discordId of discordIds) {
    members.set(
      discordId,
      all ? (all.get(discordId) ?? null) : await readMember(guild, discordId, stopped),
    )
  }
  return members
}

/** Null when the owner has not allowed the bot to list members, a separate permission at Discord. */
async function listMembers(
  guild: Guild,
  stopped: AbortSignal,
): Promise<ReadonlyMap<string, readonly string[]> | null> {
  const members = new Map<string, readonly string[]>()
  for (let after = '0'; ;) {
    const page = await listPage(guild, after, pageSize, stopped)
    if (!page) return null
    for (const member of page) members.set(member.user.id, member.roles)
    const last = page.at(-1)
    if (!last || page.length < pageSize) return members
    after = last.user.id
  }
}

function listPage(guild: Guild, after: string, limit: number, stopped: AbortSignal) {
  const path = `${pathOf(guild)}/members?limit=${limit}&after=${after}`
  const request = { operation: 'list-members', path, shape: memberPage }
  return read(guild, request, stopped, [missingAccess])
}

async function readMember(
  guild: Guild,
  discordId: string,
  stopped: AbortSignal,
): Promise<readonly string[] | null> {
  const path = `${pathOf(guild)}/members/${discordId}`
  const request = { operation: 'fetch-member', path, shape: guildMember }
  const member = await read(guild, request, stopped, [unknownMember, unknownUser])
  return member?.roles ?? null
}

/** Makes changes until one fails, and returns why. The caller reads what they achieved. */
export async function changeRoles(
  guild: Guild,
  changes: readonly RoleChange[],
  stopped: AbortSignal,
): Promise<FaultError | null> {
  for (const { method, discordId, roleId } of changes) {
    const result = await guild.bot(
      {
        operation: method === 'PUT' ? 'give-role' : 'take-role',
        method,
        path: `${pathOf(guild)}/members/${discordId}/roles/${roleId}`,
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

/** Whether the owner has allowed the bot to list members, a separate permission at Discord. */
export async function mayListMembers(guild: Guild, stopped: AbortSignal): Promise<boolean> {
  return (await listPage(guild, '0', 1, stopped)) !== null
}

function pathOf({ id }: Guild): string {
  return `/guilds/${id}`
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
