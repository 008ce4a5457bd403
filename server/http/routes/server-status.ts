import { Hono, type Context } from 'hono'
import type { EventHub } from '#server/realtime/event-hub.ts'
import type { Services } from '#server/services/context.ts'
import { readHistory } from '#server/services/server-status/read-history.ts'
import { readStatus } from '#server/services/server-status/read-status.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { keepAnswer, type KeptAnswer } from '#server/http/kept-answer.ts'
import { sendFile } from '#server/http/pages/send-file.ts'

export const serverStatusPath = '/api/server-status'

/** When it was told last changes without an event. */
const statusKeptMilliseconds = 5000
const historyKeptMilliseconds = 60_000

/** How the game server is; whichever process hears that it changed, all forget what was. */
export function keepServerStatus(services: Services, hub: EventHub): KeptAnswer {
  const status = keepAnswer(() => readStatus(services), statusKeptMilliseconds)
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

/** How the game server is, and how many played in the last 24 hours, for everybody. */
export function serverStatusRoutes(services: Services, status: KeptAnswer): Hono<HttpEnvironment> {
  const history = keepAnswer(() => readHistory(services), historyKeptMilliseconds)
  return new Hono<HttpEnvironment>()
    .get(serverStatusPath, send(status))
    .get(`${serverStatusPath}/history`, send(history))
}

function send(answer: KeptAnswer) {
  return async (context: Context<HttpEnvironment>): Promise<Response> => {
    const file = await answer.read()
    context.header('cache-control', 'no-cache')
    return sendFile(context, file)
  }
}
