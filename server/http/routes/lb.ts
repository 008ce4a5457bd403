import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createMiddleware } from 'hono/factory'
import { answerLbCore, pollLbCore } from '#contract/lb-core.ts'
import type { Config } from '#server/app/config.ts'
import { readClientNetworks } from '#server/http/client-address.ts'
import { createConnectionLimiter } from '#server/http/connection-limiter.ts'
import type { App, HttpEnvironment } from '#server/http/environment.ts'
import { limitLbAnswer } from '#server/http/middleware/limit-bodies.ts'
import { problem } from '#server/http/problem.ts'
import { serve } from '#server/http/serve.ts'
import { isSameCode } from '#server/services/access-codes.ts'
import type { LbMailbox } from '#server/services/perks/lb-mailbox.ts'

/** A game server holds one, and another one while its lost connection is not noticed. */
const maxHeldPolls = 20
/** So many wrong tokens of a network wait at once; further ones are refused at once. */
const refusalsPerNetwork = 20
/**
 * As many as there can be connections. Waiting costs a timer, but who is refused at once polls again
 * at once: some hundred such game servers would keep the process from answering the right one.
 */
const maxRefusals = 10_000
const retryAfterSeconds = 10
/** LB Core asks again at once after any answer, so a refused game server would never pause. */
const minRefusalMs = 2000
const maxRefusalMs = 8000

/**
 * The two addresses that a game server with LB Core calls. Its scripts cannot send a header of their
 * own, so the token is part of the address, which no log has.
 */
export function lbRoutes(
  app: App,
  config: Pick<Config, 'lbCore' | 'trustedProxies'>,
  mailbox: LbMailbox,
): void {
  const acquirePoll = createConnectionLimiter({ perNetwork: maxHeldPolls, total: maxHeldPolls })
  const acquireRefusal = createConnectionLimiter({
    perNetwork: refusalsPerNetwork,
    total: maxRefusals,
  })

  const checkToken = createMiddleware<HttpEnvironment, '/:token'>(async (context, next) => {
    const isRight =
      config.lbCore !== null && isSameCode(context.req.param('token'), config.lbCore.token)
    if (isRight) return next()
    const release = acquireRefusal(readClientNetworks(config, context))
    if (!release) return problem(context, 'rate_limited', { retryAfterSeconds })
    const ms = randomInt(minRefusalMs, maxRefusalMs)
    // Also after the caller has hung up, so that hanging up and calling again is not faster.
    await sleep(ms, undefined, { signal: mailbox.stopped }).catch(() => undefined)
    release()
    return problem(context, 'not_found')
  })

  serve(app, pollLbCore, [checkToken], async ({ context, query }) => {
    const release = acquirePoll(readClientNetworks(config, context))
    if (!release) return problem(context, 'rate_limited', { retryAfterSeconds })
    context.set('isRoutine', true)
    try {
      const text = await mailbox.poll(query, context.req.raw.signal)
      // LB Core takes for a request whatever begins with a brace.
      return text === null
        ? context.text('')
        : context.body(text, 200, { 'content-type': 'application/json' })
    } finally {
      release()
    }
  })
  serve(app, answerLbCore, [checkToken, limitLbAnswer()], async ({ context, query }) => {
    await mailbox.answer(query, await context.req.text())
    context.set('isRoutine', true)
    return context.text('')
  })
}
