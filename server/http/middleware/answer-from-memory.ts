import { createMiddleware } from 'hono/factory'
import type { Config } from '#server/config.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import type { KeptAnswer } from '#server/http/kept-answer.ts'
import { isKnown } from '#server/http/pages/send-file.ts'
import type { WebFile } from '#server/http/pages/web-build.ts'
import { securityHeadersOf } from './security-headers.ts'

interface Quick {
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
export function answerFromMemory(answer: KeptAnswer, config: Config, { mayBeQuick, count }: Quick) {
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
