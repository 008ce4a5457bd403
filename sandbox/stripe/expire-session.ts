import type { FakeStripe } from './fake-stripe.ts'
import { announce } from './events.ts'
import { nowSeconds, type Session } from './state.ts'

/** Closes an unpaid session. False when it is no longer open. */
export async function expireSession(fake: FakeStripe, session: Session): Promise<boolean> {
  if (session.status !== 'open') return false
  session.status = 'expired'
  await announce(fake, 'checkout.session.expired', session.id)
  return true
}

/** Closes all expired sessions. `now` in Unix seconds. */
export async function expireDue(fake: FakeStripe, now = nowSeconds()): Promise<void> {
  const due = [...fake.state.sessions.values()].filter(
    ({ status, expiresAt }) => status === 'open' && expiresAt <= now,
  )
  await Promise.all(due.map((session) => expireSession(fake, session)))
}
