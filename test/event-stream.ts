import { onTestFinished } from 'vitest'
import type { Database } from '#server/db/database.ts'
import type { Visitor } from './visitor.ts'

export interface StreamEvent {
  readonly id: number
  readonly name: string
  readonly data: unknown
}

/** An open page's connection to `/api/events`. */
export interface EventStream {
  readonly response: Response
  /** Waits for the next event. Rejects when the stream ends first. */
  next(): Promise<StreamEvent>
  /** Resolves when the server has ended it. */
  readonly ended: Promise<void>
  /** Closes the page. */
  leave(): void
}

/** Opens a stream, for a Steam ID or none, as this visitor or nobody; it is closed after the test. */
export async function openEventStream(
  origin: string,
  lastEventId?: number,
  steamId?: string,
  visitor?: Pick<Visitor, 'cookies'>,
): Promise<EventStream> {
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  return connectEventStream(origin, leaving, lastEventId, steamId, visitor)
}

/** The same outside of tests: the caller closes it. */
export async function connectEventStream(
  origin: string,
  leaving: AbortController,
  lastEventId?: number,
  steamId?: string,
  visitor?: Pick<Visitor, 'cookies'>,
): Promise<EventStream> {
  const headers = new Headers()
  if (lastEventId !== undefined) headers.set('last-event-id', String(lastEventId))
  const cookies = [...(visitor?.cookies ?? [])].map(([name, value]) => `${name}=${value}`)
  if (cookies.length > 0) headers.set('cookie', cookies.join('; '))
  const response = await fetch(`${origin}/api/events${steamId ? `?steamId=${steamId}` : ''}`, {
    signal: leaving.signal,
    headers,
  })
  const events = readEvents(response)
  const received: StreamEvent[] = []
  const arrivals: (() => void)[] = []
  const ended = (async () => {
    for await (const event of events) {
      received.push(event)
      arrivals.shift()?.()
    }
  })()
  ended.catch(() => {})
  return {
    response,
    ended,
    leave: () => leaving.abort(),
    next: async () => {
      if (received.length === 0) {
        const arrival = Promise.withResolvers<undefined>()
        arrivals.push(() => arrival.resolve(undefined))
        await Promise.race([arrival.promise, ended])
      }
      const event = received.shift()
      if (!event) throw new Error('the stream has ended')
      return event
    },
  }
}

async function* readEvents(response: Response): AsyncGenerator<StreamEvent> {
  let text = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const frames = (text + chunk).split('\n\n')
    text = frames.pop() ?? ''
    for (const frame of frames) {
      const fields = new Map(
        frame
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      )
      if (!fields.has('event')) continue
      yield {
        id: Number(fields.get('id')),
        name: fields.get('event') ?? '',
        data: JSON.parse(fields.get('data') ?? 'null'),
      }
    }
  }
}

/** The id of the last event that was written; 0 without one. */
export async function newestEventId({ db }: Pick<Database, 'db'>): Promise<number> {
  const { id } = await db
    .selectFrom('events')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  return id ?? 0
}
