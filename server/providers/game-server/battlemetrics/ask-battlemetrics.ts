import type { BattleMetricsConfig } from '#server/config.ts'
import type { Reading } from '#server/providers/game-server/game-server.ts'
import { readErrorDetail, readServer } from './read-answer.ts'
import { readText } from './read-text.ts'

const timeoutMilliseconds = 5000
/** When BattleMetrics does not say how long; its limits are by the minute. */
const defaultRetrySeconds = 60

/** Asks BattleMetrics for a server. https://www.battlemetrics.com/developers/documentation */
export async function askBattleMetrics(
  { apiOrigin, serverId, token }: BattleMetricsConfig,
  stopped: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reading> {
  try {
    const response = await fetch(`${apiOrigin}/servers/${encodeURIComponent(serverId)}`, {
      headers: { ...headers, accept: 'application/json', authorization: `Bearer ${token}` },
      // The token is for nobody else.
      redirect: 'error',
      signal: AbortSignal.any([stopped, AbortSignal.timeout(timeoutMilliseconds)]),
    })
    const text = await readText(response)
    return response.ok ? readServer(text) : readFailure(response, text)
  } catch (error) {
    return { outcome: 'failed', detail: `BattleMetrics: ${reasonOf(error)}` }
  }
}

function readFailure({ status, headers }: Response, text: string): Reading {
  const detail = `BattleMetrics answered ${status}${readErrorDetail(text)}`
  switch (status) {
    case 401:
    case 403:
      return { outcome: 'refused', detail: `BATTLEMETRICS_TOKEN is of no use: ${detail}` }
    case 404:
      return { outcome: 'refused', detail: `BATTLEMETRICS_SERVER_ID is no server: ${detail}` }
    case 429: {
      const seconds = Number(headers.get('retry-after') ?? Number.NaN)
      const retryAfterSeconds = seconds >= 0 ? Math.ceil(seconds) : defaultRetrySeconds
      return { outcome: 'limited', detail, retryAfterSeconds }
    }
    default:
      return { outcome: 'failed', detail }
  }
}

/** What `fetch` says of a lost connection stands in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
