import { Hono, type Context } from 'hono'
import type { EventHub } from '#server/realtime/event-hub.ts'
import type { Services } from '#server/services/context.ts'
import { readHistory, readStatus } from '#server/services/server-status/server-status.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { cacheResponse, type CachedResponse } from '#server/http/response-cache.ts'
import { sendFile } from '#server/http/send-file.ts'

export const serverStatusPath = '/api/server-status'

/** The time of the last reading changes without an event. */
const statusKeptMilliseconds = 5000
const historyKeptMilliseconds = 60_000

/** The cached status; every process forgets it when the event of a change arrives. */
export function cacheServerStatus(services: Services, hub: EventHub): CachedResponse {
  const status = cacheResponse(() => readStatus(services), statusKeptMilliseconds)
  hub.subscribe(
    {
      audience: null,
      send: ({ name }) => {
        if (name === 'server-status') status.forget()
      },
      end: () => undefined,
    },
    null,
  )
  return status
}

/** The game server's status and its player counts of the last 24 hours, for everybody. */
export function serverStatusRoutes(
  services: Services,
  status: CachedResponse,
): Hono<HttpEnvironment> {
  const history = cacheResponse(() => readHistory(services), historyKeptMilliseconds)
  return new Hono<HttpEnvironment>()
    .get(serverStatusPath, send(status))
    .get(`${serverStatusPath}/history`, send(history))
}

function send(answer: CachedResponse) {
  return async (context: Context<HttpEnvironment>): Promise<Response> => {
    const file = await answer.read()
    context.header('cache-control', 'no-cache')
    return sendFile(context, file)
  }
}
