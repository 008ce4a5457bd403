import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Config } from '#server/app/config.ts'
import type { EventHub } from '#server/realtime/event-hub.ts'
import type { HttpEnvironment } from './environment.ts'
import { securityHeadersOf } from './middleware/security-headers.ts'
import type { WebFile } from './pages/web-files.ts'
import { fileOf, isKnown, sendFile } from './send-file.ts'

/** A JSON answer that is the same for everybody, ready to send. */
export type CachedResponse = ReturnType<typeof cacheResponse>

/** One making of an answer; the next one is another object, even if it says the same. */
export interface MadeResponse {
  readonly file: WebFile
  /** A string, because Node sends it in one packet with the head; bytes would be a second one. */
  readonly text: string
  readonly validUntil: number
}

/** Finds the public answer at an address, with its query. */
export type FindAnswer = (address: string) => CachedResponse | undefined

/** Names an answer as it is now: a page that has it names it, so that the server can report a later one. */
export function versionOf(address: string, { file }: MadeResponse): string {
  return `${address} ${file.etag}`
}

/** Also true of what nobody can read now: the page then asks for it and says so. */
export async function isOutdated(version: string, findAnswer: FindAnswer): Promise<boolean> {
  const [address = ''] = version.split(' ')
  const made = await findAnswer(address)
    ?.read()
    .catch(() => null)
  return !made || versionOf(address, made) !== version
}

interface Validity {
  /** At most that long, in case a change goes unnoticed. */
  readonly milliseconds: number
  /** The event that any process writes with a change. */
  readonly changedBy?: { readonly hub: EventHub; readonly event: string }
}

/** Caches a JSON answer in memory until it changes. Simultaneous readers share one rebuild. */
export function cacheResponse(make: () => Promise<unknown>, { milliseconds, changedBy }: Validity) {
  let made: MadeResponse | null = null
  let making: Promise<MadeResponse> | null = null
  let changes = 0

  async function rebuild(): Promise<MadeResponse> {
    const changesBefore = changes
    const text = JSON.stringify(await make())
    const file = fileOf(text, 'application/json')
    const response = { file, text, validUntil: performance.now() + milliseconds }
    // The answer may lack a change made meanwhile.
    if (changes === changesBefore) made = response
    return response
  }
  async function read(): Promise<MadeResponse> {
    const known = now()
    if (known) return known
    if (making) return making
    const next = rebuild().finally(() => {
      if (making === next) making = null
    })
    making = next
    return next
  }
  const now = (): MadeResponse | null => (made && performance.now() < made.validUntil ? made : null)
  const forget = (): void => {
    changes += 1
    made = null
    making = null
  }

  changedBy?.hub.subscribe(
    {
      audiences: [],
      send: ({ name }) => {
        if (name === changedBy.event) forget()
      },
      end: () => undefined,
    },
    null,
  )
  return {
    /** The answer when it need not be rebuilt; null otherwise. */
    now,
    /** The answer, made anew when it may have changed. */
    read,
    /** Call it after a change: later readers get the new answer. */
    forget,
    /** Handles the answer's route; rebuilds the answer when it may have changed. */
    send: async (context: Context<HttpEnvironment>): Promise<Response> => {
      const { file } = await read()
      context.header('cache-control', 'no-cache')
      return sendFile(context, file)
    },
  }
}

interface FastPath {
  /** Whether the skipped middleware would have nothing to do now. */
  readonly canSkipMiddleware: () => boolean
  readonly count: () => void
}

/**
 * A fast path for goal P4, the list of the skin shop: sends a cached answer before any other
 * middleware runs, which would take as long as the answer itself (0.25 of Hono's hello without it,
 * some 0.45 with it). Plain header objects cost nothing; `Headers` do. Requests that the cache
 * cannot answer continue as usual.
 */
export function serveCachedResponse(
  answer: CachedResponse,
  config: Config,
  { canSkipMiddleware, count }: FastPath,
) {
  const always = { ...securityHeadersOf(config), 'cache-control': 'no-cache' }
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    const made = canSkipMiddleware() ? answer.now() : null
    if (!made) return next()
    count()
    const { contentType, etag } = made.file
    const headers = { ...always, 'content-type': contentType, etag }
    return isKnown(made.file, context.req.header('if-none-match'))
      ? new Response(null, { status: 304, headers })
      : new Response(made.text, { headers })
  })
}
