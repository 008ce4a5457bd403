import { createMiddleware } from 'hono/factory'
import type { Config } from '#server/app/config.ts'
import type { HttpEnvironment } from './environment.ts'
import { securityHeadersOf } from './middleware/security-headers.ts'
import type { WebFile } from './pages/web-files.ts'
import { isKnown, jsonFile } from './send-file.ts'

/** A JSON answer that is the same for everybody, ready to send. */
export interface CachedResponse {
  /** The current answer; rebuilt when it may have changed. */
  read(): Promise<WebFile>
  /** The current answer when it need not be rebuilt; null otherwise. */
  now(): WebFile | null
  /** Call it after a change: later readers get the new answer. */
  forget(): void
}

interface Made {
  readonly file: WebFile
  readonly validUntil: number
}

/**
 * Caches a JSON answer in memory until `forget`, and for at most `milliseconds` in case a change
 * goes unnoticed. Simultaneous readers share one rebuild.
 */
export function cacheResponse(make: () => Promise<unknown>, milliseconds: number): CachedResponse {
  let made: Made | null = null
  let making: Promise<WebFile> | null = null
  let changes = 0

  async function rebuild(): Promise<WebFile> {
    const changesBefore = changes
    const file = jsonFile(await make())
    // The answer may lack a change made meanwhile.
    if (changes === changesBefore) made = { file, validUntil: performance.now() + milliseconds }
    return file
  }

  const now = (): WebFile | null => (made && performance.now() < made.validUntil ? made.file : null)

  return {
    now,
    read: () => {
      const current = now()
      if (current) return Promise.resolve(current)
      if (making) return making
      const next = rebuild().finally(() => {
        if (making === next) making = null
      })
      making = next
      return next
    },
    forget: () => {
      changes += 1
      made = null
      making = null
    },
  }
}

interface FastPath {
  /** Whether the skipped middleware would have nothing to do now. */
  readonly canSkipMiddleware: () => boolean
  readonly count: () => void
}

interface Ready {
  readonly file: WebFile
  /** A string, because Node sends it in one packet with the head; bytes would be a second one. */
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Sends a cached answer before any other middleware runs, which would take twice the time of the
 * answer. Plain header objects cost nothing; `Headers` do. Requests that the cache cannot answer
 * continue as usual.
 */
export function serveCachedResponse(
  answer: CachedResponse,
  config: Config,
  { canSkipMiddleware, count }: FastPath,
) {
  const always = securityHeadersOf(config)
  let ready: Ready | null = null

  const prepare = (file: WebFile): Ready => {
    const { content, contentType, etag } = file
    const own = { 'content-type': contentType, etag, 'cache-control': 'no-cache' }
    ready = { file, text: new TextDecoder().decode(content), headers: { ...always, ...own } }
    return ready
  }

  return createMiddleware<HttpEnvironment>(async (context, next) => {
    const file = canSkipMiddleware() ? answer.now() : null
    if (!file) return next()
    count()
    const { text, headers } = ready?.file === file ? ready : prepare(file)
    return isKnown(file, context.req.header('if-none-match'))
      ? new Response(null, { status: 304, headers })
      : new Response(text, { headers })
  })
}
