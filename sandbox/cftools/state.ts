import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { steamPlayers } from '#sandbox/steam/sign-in.ts'

/** An entry of the priority queue. */
export interface QueueEntry {
  readonly uuid: string
  readonly cftoolsId: string
  readonly comment: string
  /** Null when permanent. */
  readonly expiresAt: Date | null
  /** False for what the staff added in CFTools itself. */
  readonly isFromApi: boolean
  readonly createdAt: Date
}

const tokenLifeMs = 24 * 60 * 60_000
/** Calls in a minute. CFTools names none for the queue. */
const usualLimits: Readonly<Record<LimitedCall, number>> = {
  register: 2,
  grants: 1,
  lookup: 20,
  player: 120,
  queue: Infinity,
}
export const limitedCalls = ['register', 'grants', 'lookup', 'player', 'queue'] as const
export type LimitedCall = (typeof limitedCalls)[number]

/** What the owner has set up in CFTools, besides the application. */
interface CftoolsSetup {
  readonly isGranted: boolean
  readonly hasBucket: boolean
  readonly limits: Readonly<Record<LimitedCall, number>>
}

/** CFTools Cloud as the owner of one server sees it. */
export interface CftoolsState {
  setup: CftoolsSetup
  /** By the player's id; each can have one. */
  readonly queue: Map<string, QueueEntry>
  join(steamIds: readonly string[]): void
  /** CFTools' id of a player who has joined. */
  findPlayer(steamId: string): string | null
  findSteamId(cftoolsId: string): string | null
  /** False when the player has an entry already, which stays. */
  add(entry: Omit<QueueEntry, 'uuid' | 'createdAt'>): boolean
  issueToken(): { readonly token: string; readonly lifeSeconds: number }
  /** The code with which CFTools refuses a token; null for a good one. */
  refusalOf(token: string): 'bad-token' | 'expired-token' | null
  expireTokens(): void
  /** Counts a call; false when there were too many in this minute. */
  takeCall(call: LimitedCall): boolean
  reset(): void
}

export function createCftoolsState(): CftoolsState {
  const players = new Map<string, string>()
  const tokens = new Map<string, number>()
  let calls: { readonly call: LimitedCall; readonly atMs: number }[] = []

  const state: CftoolsState = {
    setup: { isGranted: true, hasBucket: true, limits: usualLimits },
    queue: new Map(),
    join(steamIds) {
      for (const steamId of steamIds) players.set(cftoolsIdOf(steamId), steamId)
    },
    findPlayer(steamId) {
      const cftoolsId = cftoolsIdOf(steamId)
      return players.has(cftoolsId) ? cftoolsId : null
    },
    findSteamId: (cftoolsId) => players.get(cftoolsId) ?? null,
    add(entry) {
      if (state.queue.has(entry.cftoolsId)) return false
      state.queue.set(entry.cftoolsId, { ...entry, uuid: randomUUID(), createdAt: new Date() })
      return true
    },
    issueToken() {
      const token = randomBytes(32).toString('base64url')
      tokens.set(token, Date.now() + tokenLifeMs)
      return { token, lifeSeconds: tokenLifeMs / 1000 }
    },
    refusalOf(token) {
      const endsAtMs = tokens.get(token)
      if (endsAtMs === undefined) return 'bad-token'
      return endsAtMs > Date.now() ? null : 'expired-token'
    },
    expireTokens() {
      for (const token of tokens.keys()) tokens.set(token, 0)
    },
    takeCall(call) {
      const atMs = Date.now()
      calls = calls.filter((one) => atMs - one.atMs < 60_000)
      const used = calls.filter((one) => one.call === call).length
      if (used >= state.setup.limits[call]) return false
      calls.push({ call, atMs })
      return true
    },
    reset() {
      state.setup = { isGranted: true, hasBucket: true, limits: usualLimits }
      state.queue.clear()
      tokens.clear()
      calls = []
      players.clear()
      state.join(steamPlayers.map(({ steamId }) => steamId))
    },
  }
  state.reset()
  return state
}

/** 24 hexadecimal digits, always the same for a Steam ID. */
function cftoolsIdOf(steamId: string): string {
  return createHash('sha256').update(steamId).digest('hex').slice(0, 24)
}
