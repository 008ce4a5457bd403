import { z } from 'zod'
import { cutText } from '#domain/provider-text.ts'
import { parseTimeOfDay } from '#domain/server-status.ts'
import type { BattleMetricsConfig } from '#server/app/config.ts'
import { failureDetail } from '#server/providers/call-instrumentation.ts'
import { shownName, type Reading } from '#server/providers/game-server.ts'

const timeoutMilliseconds = 5000
/** For a limit without a `retry-after`; BattleMetrics' limits are by the minute. */
const defaultRetrySeconds = 60

/** Reads a server's status from BattleMetrics. https://www.battlemetrics.com/developers/documentation */
export async function readFromBattleMetrics(
  { apiOrigin, serverId, token }: BattleMetricsConfig,
  stopped: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reading> {
  try {
    const response = await fetch(`${apiOrigin}/servers/${encodeURIComponent(serverId)}`, {
      headers: { ...headers, accept: 'application/json', authorization: `Bearer ${token}` },
      // The token must not follow a redirect to another host.
      redirect: 'error',
      signal: AbortSignal.any([stopped, AbortSignal.timeout(timeoutMilliseconds)]),
    })
    const text = await readText(response)
    return response.ok ? readServer(text) : readFailure(response, text)
  } catch (error) {
    return { outcome: 'failed', detail: `BattleMetrics: ${failureDetail(error)}` }
  }
}

const refused = { outcome: 'refused' } as const

function readFailure({ status, headers }: Response, text: string): Reading {
  const detail = `BattleMetrics answered ${status}${readErrorDetail(text)}`
  switch (status) {
    case 401:
    case 403:
      return { ...refused, fault: 'key_refused', detail: `BATTLEMETRICS_TOKEN: ${detail}` }
    case 404:
      return { ...refused, fault: 'server_unknown', detail: `BATTLEMETRICS_SERVER_ID: ${detail}` }
    case 429: {
      const seconds = Number(headers.get('retry-after') ?? Number.NaN)
      const retryAfterSeconds = seconds >= 0 ? Math.ceil(seconds) : defaultRetrySeconds
      return { outcome: 'limited', detail, retryAfterSeconds }
    }
    default:
      return { outcome: 'failed', detail }
  }
}

const count = z.int().min(0).max(100_000)
const host = z
  .string()
  .regex(/^[\w.:-]{1,253}$/)
  .nullish()
  .catch(null)

/** The fields that we use; other changes of the answer must not take the status from our pages. */
const serverAnswer = z.object({
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

const errorAnswer = z.object({ errors: z.tuple([z.object({ detail: z.string() })], z.unknown()) })
const maxDetailLength = 200

/** Reads the answer to `GET /servers/{id}`. */
export function readServer(text: string): Reading {
  const parsed = serverAnswer.safeParse(parseJson(text))
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
    outcome: 'ok',
    server: {
      name: shownName(name),
      address: reachable && port ? `${reachable}:${port}` : null,
      // For a server that is down, BattleMetrics still has the players of the last time it was seen.
      players: isOnline ? players : 0,
      maxPlayers,
      status: isOnline ? 'online' : 'offline',
      gameTime: parseTimeOfDay(details?.time ?? ''),
    },
  }
}

/** The detail of an error answer, to follow its status; empty when there is none. */
export function readErrorDetail(text: string): string {
  const { data } = errorAnswer.safeParse(parseJson(text))
  return data ? `: ${cutText(data.errors[0].detail, maxDetailLength)}` : ''
}

/** Names of mods can contain raw control characters, which JSON forbids; between tokens they are blanks. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/\p{Cc}/gu, ' '))
  } catch {
    return null
  }
}

/** A server with hundreds of mods has some ten thousand. */
const maxBytes = 1024 * 1024

/** The body as text. Throws when it is longer than any real answer. */
async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new Error('the answer is too long')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
