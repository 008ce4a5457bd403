import * as z from 'zod/mini'
import { get } from './endpoint.ts'
import { list } from './fields.ts'
import { playerHistoryAddress, serverStatusAddress } from './page-renderer.ts'

/**
 * The game server's latest known state. `unknown` until the
 * server has answered once; the players are then 0 of 10.
 */
export const serverStatus = z.object({
  name: z.string(),
  /** Host and port to connect to; null while unknown. */
  address: z.nullable(z.string()),
  map: z.string(),
  players: z.number(),
  maxPlayers: z.number(),
  status: z.enum(['online', 'offline', 'unknown']),
  /** When the game server last answered, ISO 8601; null if it never did. */
  observedAt: z.nullable(z.string()),
  /** Whether the latest requests failed, so that this is an older state. */
  stale: z.boolean(),
  /** Time of day in the game, `HH:MM`, where the source provides it. */
  gameTime: z.nullable(z.string()),
  isDaylight: z.nullable(z.boolean()),
  /** The next planned restart, ISO 8601. */
  nextRestartAt: z.nullable(z.string()),
})
export type ServerStatus = z.output<typeof serverStatus>

export const readServerStatus = get(serverStatusAddress, { who: 'anybody', answer: serverStatus })

/** A part of the last 24 hours. Parts without an answer of the game server are omitted. */
const playerSample = z.object({
  /** Its beginning, ISO 8601. */
  at: z.string(),
  /** The most players seen in it. */
  players: z.number(),
})
export type PlayerSample = z.output<typeof playerSample>

/** Oldest first. */
const playerHistory = z.object({
  stretchSeconds: z.number(),
  maxPlayers: z.number(),
  samples: list(playerSample),
})
export type PlayerHistory = z.output<typeof playerHistory>

export const readPlayerHistory = get(playerHistoryAddress, {
  who: 'anybody',
  answer: playerHistory,
})
