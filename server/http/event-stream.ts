import type { Subscriber } from '#server/realtime/event-hub.ts'
import type { HubEvent } from '#server/realtime/hub-event.ts'
import type { TakeTurn } from './loop-turns.ts'

const encoder = new TextEncoder()
/** Proxies close connections that are silent for a minute. */
const heartbeatMilliseconds = 25_000
/** A browser waits this long before it connects again. */
const retryMilliseconds = 3000
const mostUnreadBytes = 64 * 1024
const readingRoom = new ByteLengthQueuingStrategy({ highWaterMark: mostUnreadBytes })

/** Hands events to a page; answers the function that stops it. */
export type Listen = (page: Omit<Subscriber, 'audience'>) => () => void

/**
 * What one page hears, as `text/event-stream`. Events that come at the same moment are written at
 * once, when it is the page's turn. Who reads slower than things happen is ended, and can resume when
 * he likes. `onLeft` is called once, whoever ends it.
 */
export function openEventStream(
  listen: Listen,
  takeTurn: TakeTurn,
  onLeft: () => void,
): ReadableStream<Uint8Array> {
  let stop = nothing
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        let hasLeft = false
        let unsent = ''
        const leave = (): void => {
          if (hasLeft) return
          hasLeft = true
          clearInterval(heartbeat)
          unsubscribe()
          onLeft()
        }
        const end = (): void => {
          if (hasLeft) return
          leave()
          controller.close()
        }
        const write = (text: string): void => {
          if (hasLeft) return
          controller.enqueue(encoder.encode(text))
          if ((controller.desiredSize ?? 0) <= 0) end()
        }
        const writeUnsent = (): void => {
          const text = unsent
          unsent = ''
          write(text)
        }
        const send = (event: HubEvent): void => {
          if (unsent === '') takeTurn(writeUnsent)
          unsent += frameOf(event)
          if (unsent.length >= mostUnreadBytes) writeUnsent()
        }
        let unsubscribe = nothing
        const heartbeat = setInterval(() => write(': still here\n\n'), heartbeatMilliseconds)
        write(`retry: ${retryMilliseconds}\n\n`)
        unsubscribe = listen({ send, end })
        // The server is stopping and has ended it already.
        if (hasLeft) unsubscribe()
        stop = leave
      },
      cancel: () => stop(),
    },
    readingRoom,
  )
}

function nothing(): void {
  // Until there is something to end.
}

/** Every page is told the same: it is written out once. */
const frames = new WeakMap<HubEvent, string>()

function frameOf(event: HubEvent): string {
  const known = frames.get(event)
  if (known !== undefined) return known
  const { id, name, data } = event
  const frame = `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`
  frames.set(event, frame)
  return frame
}
