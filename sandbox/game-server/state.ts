import { z } from 'zod'

export const serverStatuses = ['online', 'offline', 'dead', 'removed', 'invalid'] as const

// DayZ's own limit, and as many fit into one packet of A2S.
const mostPlayers = 127

/** Body of `POST /_sandbox/server`; missing fields stay unchanged. */
export const serverChange = z.strictObject({
  players: z.int().min(0).max(mostPlayers).optional(),
  maxPlayers: z.int().min(1).max(mostPlayers).optional(),
  status: z.enum(serverStatuses).optional(),
  /** The time of day in the game, which continues from there. */
  gameTime: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'HH:MM')
    .optional(),
})
export type ServerChange = z.output<typeof serverChange>

/** Which game server the sandbox plays. */
export const gameServerIdentity = z.strictObject({
  /** The name in the game's own server list. */
  name: z.string().min(1).max(200),
  map: z.string().min(1).max(100),
})
export type GameServerIdentity = z.output<typeof gameServerIdentity>

export const someGameServer: GameServerIdentity = { name: 'A DayZ server', map: 'Chernarus' }

/** The game server's state at one moment, for every protocol. */
export interface ServerState extends GameServerIdentity {
  readonly players: number
  readonly maxPlayers: number
  readonly status: (typeof serverStatuses)[number]
  readonly gameTime: string
}

export interface GameServer {
  state(): ServerState
  /** False, without any change, when more would play than there are slots. */
  change(change: ServerChange): boolean
  reset(): void
}

/** Facts that never change. The address is reserved for documentation. */
export const serverFacts = {
  ip: '203.0.113.42',
  gamePort: 2302,
  queryPort: 27016,
  version: '1.28.160049',
  steamId: '90200000000000042',
  /** How many times faster than real time the day in the game passes. */
  timeAcceleration: 4,
} as const

const initial = { players: 42, maxPlayers: 60, status: 'online', gameTime: '14:20' } as const

/** The game server behind both BattleMetrics and A2S; its day passes while it runs. */
export function createGameServer(
  identity: GameServerIdentity,
  now: () => number = Date.now,
): GameServer {
  let told: ServerState = { ...identity, ...initial }
  let receivedAtMs = now()
  return {
    state: () => ({ ...told, gameTime: addRealTime(told.gameTime, now() - receivedAtMs) }),
    change(change) {
      const current = this.state()
      const next = {
        ...identity,
        players: change.players ?? current.players,
        maxPlayers: change.maxPlayers ?? current.maxPlayers,
        status: change.status ?? current.status,
        gameTime: change.gameTime ?? told.gameTime,
      }
      if (next.players > next.maxPlayers) return false
      if (change.gameTime !== undefined) receivedAtMs = now()
      told = next
      return true
    },
    reset() {
      told = { ...identity, ...initial }
      receivedAtMs = now()
    },
  }
}

function addRealTime(gameTime: string, elapsedMs: number): string {
  const [hours = 0, minutes = 0] = gameTime.split(':').map(Number)
  const passed = Math.floor((elapsedMs * serverFacts.timeAcceleration) / 60_000)
  const minuteOfDay = (hours * 60 + minutes + passed) % (24 * 60)
  return `${twoDigits(Math.floor(minuteOfDay / 60))}:${twoDigits(minuteOfDay % 60)}`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
