import {
  readNote,
  type ImportList,
  type ImportRow,
  type RefusalReason,
  type RefusedLine,
} from '#domain/perk-imports.ts'
import type { SteamId64 } from '#domain/steam-id64.ts'
import type { DeliveryException } from '#server/providers/perk-adapter.ts'
import { faultOf, type DataApi } from './data-api.ts'
import { exceptionOf, haltOf, perk, type Halt } from './halt.ts'
import { hasEnded, hasOurMark, type QueueEntry, type QueueTarget } from './queue-plan.ts'

/** Keeps CFTools' ids of players. They never change, and few can be asked for in a minute. */
export interface CftoolsIds {
  find(steamIds: readonly SteamId64[]): Promise<ReadonlyMap<SteamId64, string>>
  findSteamIds(cftoolsIds: readonly string[]): Promise<ReadonlyMap<string, SteamId64>>
  keep(steamId: SteamId64, cftoolsId: string): Promise<void>
}

/** What looks players up, and which of them CFTools does not know. */
export interface Players {
  readonly api: DataApi
  readonly ids: CftoolsIds
  readonly clock: () => Date
  /** When CFTools last did not know a player, by the id of the lookup: a Steam ID or its own id. */
  readonly unknownAtMs: Map<string, number>
}

/** How long a player counts as unknown before they are looked up again. */
const unknownMilliseconds = 10 * 60_000

/** Looks up CFTools' ids of a target's players, as far as its limits allow now. */
export async function findPlayers(
  players: Players,
  { desired, owned }: QueueTarget,
  entries: readonly QueueEntry[],
  stopped: AbortSignal,
) {
  const { api, ids, clock, unknownAtMs } = players
  const cftoolsIds = new Map(await ids.find([...new Set([...desired.keys(), ...owned.keys()])]))
  const known = new Set(cftoolsIds.values())
  const takenOver = new Set(owned.values())
  // The ids of players with an owned entry are stored, unless the table was lost.
  const isIdLost = entries.some(
    (entry) => (hasOurMark(entry) || takenOver.has(entry.id)) && !known.has(entry.cftoolsId),
  )
  const asked = new Set([...desired.keys(), ...(isIdLost ? owned.keys() : [])])
  const unknown = [...asked].filter((steamId) => !cftoolsIds.has(steamId))
  let halt: Halt | null = null
  for (const steamId of unknown.filter((one) => !isUnknown(players, one))) {
    const found = await api.findPlayer(steamId, stopped)
    if (found.outcome === 'refused') throw faultOf(found)
    if (found.outcome !== 'ok') {
      halt = haltOf(found, clock)
      break
    }
    if (found.answer === null) {
      unknownAtMs.set(steamId, clock().getTime())
    } else {
      cftoolsIds.set(steamId, found.answer)
      await ids.keep(steamId, found.answer)
    }
  }
  const missing = unknown.filter((steamId) => !cftoolsIds.has(steamId))
  const exceptions = missing.flatMap((steamId): DeliveryException[] => {
    if (!isUnknown(players, steamId)) return halt ? [exceptionOf(steamId, halt)] : []
    if (!desired.has(steamId)) return []
    const detail = 'CFTools has never seen them'
    return [{ steamId, perk, event: 'player_missing', code: 'never_joined', detail }]
  })
  return { cftoolsIds, exceptions }
}

function isUnknown({ clock, unknownAtMs }: Players, id: string): boolean {
  const ageMs = clock().getTime() - (unknownAtMs.get(id) ?? -Infinity)
  return ageMs >= 0 && ageMs < unknownMilliseconds
}

/**
 * The queue as a list to import. An entry without an end is permanent at CFTools, and gets no end
 * here: unless the request says until when it lasts, or that it stays permanent, it is refused and
 * left as it is.
 */
export async function readList(
  players: Players,
  entries: readonly QueueEntry[],
  stopped: AbortSignal,
): Promise<ImportList> {
  const now = players.clock()
  const listed = entries.filter((entry) => !hasOurMark(entry) && !hasEnded(entry, now))
  const steamIds = await findSteamIds(
    players,
    listed.map(({ cftoolsId }) => cftoolsId),
    stopped,
  )
  const rows: ImportRow[] = []
  const refused: RefusedLine[] = []
  for (const [index, entry] of entries.entries()) {
    const line = index + 1
    const { id, cftoolsId, endsAt, comment } = entry
    const steamId = steamIds.get(cftoolsId)
    if (steamId !== undefined) {
      const untilMs = endsAt?.getTime() ?? null
      rows.push({ line, steamId, perk, untilMs, note: readNote(comment), entryId: id })
    } else refused.push({ line, reason: reasonToRefuse(players, entry, now) })
  }
  return { rows, refused }
}

function reasonToRefuse(players: Players, entry: QueueEntry, now: Date): RefusalReason {
  if (hasOurMark(entry)) return 'already_ours'
  if (hasEnded(entry, now)) return 'already_over'
  return isUnknown(players, entry.cftoolsId) ? 'unknown_player' : 'not_looked_up_yet'
}

/** Looks up the Steam IDs of players, as far as CFTools' limits allow now. */
async function findSteamIds(
  players: Players,
  cftoolsIds: readonly string[],
  stopped: AbortSignal,
): Promise<ReadonlyMap<string, SteamId64>> {
  const { api, ids, clock, unknownAtMs } = players
  const steamIds = new Map(await ids.findSteamIds(cftoolsIds))
  for (const cftoolsId of cftoolsIds) {
    if (steamIds.has(cftoolsId) || isUnknown(players, cftoolsId)) continue
    if (stopped.aborted) break
    const found = await api.findSteamId(cftoolsId, stopped)
    if (found.outcome === 'refused' || found.outcome === 'unreadable') throw faultOf(found)
    if (found.outcome === 'limited') break
    // A single player who cannot be looked up must not block the others.
    if (found.outcome === 'unavailable') continue
    if (found.answer === null) unknownAtMs.set(cftoolsId, clock().getTime())
    else {
      steamIds.set(cftoolsId, found.answer)
      await ids.keep(found.answer, cftoolsId)
    }
  }
  return steamIds
}
