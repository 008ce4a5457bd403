import { Hono } from 'hono'
import { renderPage } from '#sandbox/page.ts'
import type { SandboxEnv } from '#sandbox/fake-provider.ts'
import { attemptPayment, attempts } from './buyer.ts'
import type { FakeStripe } from './fake-stripe.ts'
import { expireDue } from './expire-session.ts'
import { messagePage, payPage } from './pay-page.ts'
import { declineMessage } from './charge-view.ts'
import type { Session } from './state.ts'

const closed = {
  complete: 'You’re all done here: this checkout is paid or waits for your bank.',
  expired: 'This checkout has expired. Nothing was paid.',
} as const

/** The page of a session's `url`. */
export function payRoutes(fake: FakeStripe): Hono<SandboxEnv> {
  const routes = new Hono<SandboxEnv>()
  routes.use('/c/pay/*', async (_c, next) => {
    await expireDue(fake)
    await next()
  })
  routes.get('/c/pay/:id', (c) => {
    const session = fake.state.sessions.get(c.req.param('id'))
    return renderPage(session ? pageOf(session) : unknownPage())
  })
  routes.post('/c/pay/:id', async (c) => {
    const session = fake.state.sessions.get(c.req.param('id'))
    if (!session) return renderPage(unknownPage())
    const outcome = new URLSearchParams(await c.req.text()).get('outcome')
    if (session.status !== 'open') return renderPage(pageOf(session))
    if (outcome === 'cancel') return cancel(session)
    const attempt = attempts.find((known) => known === outcome)
    if (attempt === undefined) return renderPage(payPage(session, 'Choose one of the buttons.'))
    await attemptPayment(fake, session, attempt)
    if (attempt === 'decline') return renderPage(payPage(session, declineMessage))
    return c.redirect(successUrl(session), 303)
  })
  return routes
}

/** Stripe replaces the literal placeholder only; one that a URL library encoded stays. */
function successUrl({ id, terms }: Session): string {
  return terms.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', id)
}

function cancel({ terms }: Session): Response | Promise<Response> {
  return terms.cancelUrl === null
    ? renderPage(messagePage('Nothing was paid. You can close this page.'))
    : new Response(null, { status: 303, headers: { location: terms.cancelUrl } })
}

function pageOf(session: Session) {
  return session.status === 'open' ? payPage(session) : messagePage(closed[session.status])
}

function unknownPage() {
  return messagePage('This checkout is unknown.', 404)
}
