import { createMiddleware } from 'hono/factory'
import type { Config } from '#server/app/config.ts'
import type { HttpEnvironment } from './environment.ts'
import { securityHeadersOf } from './middleware/security-headers.ts'
import type { WebFile } from './pages/web-files.ts'
import { isKnown, jsonFile } from './send-file.ts'

/** An answer that is the same for everybody, ready to be sent. */
export interface CachedResponse {
  /** What it is now; made anew when it may have changed. */
  read(): Promise<WebFile>
  /** The same when it need not be made; null otherwise. */
  now(): WebFile | null
  /** To be called after a change: who asks from now on sees it. */
  forget(): void
}

interface Made {
  readonly file: WebFile
  readonly validUntil: number
}

/**
 * Keeps a JSON answer in memory, for at most `milliseconds` should nobody tell of a change. However
 * many ask at once, it is made once.
 */
export function cacheResponse(make: () => Promise<unknown>, milliseconds: number): CachedResponse {
  let made: Made | null = null
  let making: Promise<WebFile> | null = null
  let changes = 0

  async function makeAnew(): Promise<WebFile> {
    const changesBefore = changes
    const file = jsonFile(await make())
    // What changed meanwhile may be missing in it.
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
      const next = makeAnew().finally(() => {
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
  /** Whether the other middlewares have nothing to do now. */
  readonly mayBeQuick: () => boolean
  readonly count: () => void
}

interface Ready {
  readonly file: WebFile
  /** Goes out in one piece with the head; bytes would be a second one. */
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Answers what everybody asks for while it is in memory, before any other middleware has looked at
 * the request: they would take twice the time of the answer. Plain headers cost nothing; `Headers`
 * do. What is not in memory goes the usual way.
 */
export function serveCachedResponse(
  answer: CachedResponse,
  config: Config,
  { mayBeQuick, count }: FastPath,
) {
  const always = securityHeadersOf(config)
  let ready: Ready | null = null

  const makeReady = (file: WebFile): Ready => {
    const { content, contentType, etag } = file
    const own = { 'content-type': contentType, etag, 'cache-control': 'no-cache' }
    ready = { file, text: new TextDecoder().decode(content), headers: { ...always, ...own } }
    return ready
  }

  return createMiddleware<HttpEnvironment>(async (context, next) => {
    const file = mayBeQuick() ? answer.now() : null
    if (!file) return next()
    count()
    const { text, headers } = ready?.file === file ? ready : makeReady(file)
    return isKnown(file, context.req.header('if-none-match'))
      ? new Response(null, { status: 304, headers })
      : new Response(text, { headers })
  })
}
