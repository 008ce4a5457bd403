import { z } from 'zod'
import { parseTimeOfDay } from '#domain/server-status.ts'
import type { Reading } from '#server/providers/game-server/game-server.ts'
import { shownName } from '#server/providers/game-server/shown-name.ts'

const count = z.int().min(0).max(100_000)
const host = z
  .string()
  .regex(/^[\w.:-]{1,253}$/)
  .nullish()
  .catch(null)

/** The part that we use; whatever else changes there must not take the status from our pages. */
const answer = z.object({
  data: z.object({
    attributes: z.object({
      name: z.string().catch(''),
      address: host,
      ip: host,
      port: z.int().min(1).max(65_535).nullish().catch(null),
      players: count,
      maxPlayers: count,
      status: z.enum(['online', 'offline', 'dead', 'removed', 'invalid']),
      details: z.object({ time: z.string().nullish() }).nullish().catch(null),
    }),
  }),
})

const errors = z.object({ errors: z.tuple([z.object({ detail: z.string() })], z.unknown()) })
const longestDetail = 200

/** Reads the answer to `GET /servers/{id}`. */
export function readServer(text: string): Reading {
  const parsed = answer.safeParse(parseJson(text))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const place = issue?.path.join('.') || 'body'
    return { outcome: 'failed', detail: `BattleMetrics sent no server that we know: ${place}` }
  }
  const { name, address, ip, port, players, maxPlayers, status, details } =
    parsed.data.data.attributes
  const isOnline = status === 'online'
  const reachable = address ?? ip
  return {
    outcome: 'told',
    server: {
      name: shownName(name),
      address: reachable && port ? `${reachable}:${port}` : null,
      // Of a server that is down it tells who played when it was seen last.
      players: isOnline ? players : 0,
      maxPlayers,
      status: isOnline ? 'online' : 'offline',
      gameTime: parseTimeOfDay(details?.time ?? ''),
    },
  }
}

/** What an error says of itself, ready to be put behind its status; empty when it says nothing. */
export function readErrorDetail(text: string): string {
  const { data } = errors.safeParse(parseJson(text))
  return data ? `: ${data.errors[0].detail.slice(0, longestDetail)}` : ''
}

/** Names of mods come with raw control bytes, which JSON forbids; in between they are blanks. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/\p{Cc}/gu, ' '))
  } catch {
    return null
  }
}
