import type { Desk } from './desk.ts'
import { announce } from './events.ts'
import { nowSeconds, type Session } from './state.ts'

/** Closes a session that nobody paid. False when it is no longer open. */
export async function expireSession(desk: Desk, session: Session): Promise<boolean> {
  if (session.status !== 'open') return false
  session.status = 'expired'
  await announce(desk, 'checkout.session.expired', session.id)
  return true
}

/** Closes all sessions whose time is over. `now` in Unix seconds. */
export async function expireDue(desk: Desk, now = nowSeconds()): Promise<void> {
  const due = [...desk.state.sessions.values()].filter(
    ({ status, expiresAt }) => status === 'open' && expiresAt <= now,
  )
  await Promise.all(due.map((session) => expireSession(desk, session)))
}
