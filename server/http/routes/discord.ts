import { receiveDiscord } from '#contract/operations.ts'
import type { App } from '#server/http/environment.ts'
import { problem } from '#server/http/problem.ts'
import type { Services } from '#server/services/context.ts'
import { answerInteraction } from '#server/services/discord/interactions.ts'

/**
 * Commands and pressed buttons in Discord. Nothing limits these requests: a forgery costs a check of
 * its signature, less than to count it, and who forges must not keep Discord out.
 */
export function discordRoutes(app: App, services: Services): void {
  const { interactions, clock, log } = services
  app.post(receiveDiscord.path, async (context) => {
    if (!interactions) return problem(context, 'not_found')
    const rawBody = new Uint8Array(await context.req.arrayBuffer())
    const read = interactions.read(context.req.raw.headers, rawBody, clock())
    if (read.outcome === 'forged') {
      log.debug({ detail: read.detail }, 'interaction refused')
      // Discord sends some itself, and removes an address that answers anything else.
      return problem(context, 'unauthenticated')
    }
    // Of a kind that we do not use.
    if (read.outcome === 'unknown') return problem(context, 'validation_failed')
    const answer = await answerInteraction({ ...services, interactions }, read.interaction)
    // A repetition: the first one has its answer.
    if (answer === null) return context.body(null, 204)
    return context.json(interactions.writeAnswer(answer))
  })
}
