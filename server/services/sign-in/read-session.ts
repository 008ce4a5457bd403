import { Refusal } from '../refusal.ts'
import type { Auth } from './auth.ts'

/**
 * Who a request is signed in as; null for a visitor. Refuses with `database_unavailable`: better-auth
 * has logged the fault and hidden it, and only the database can fail here.
 */
export async function readSession(auth: Auth, headers: Headers) {
  try {
    return await auth.api.getSession({ headers })
  } catch {
    throw new Refusal('database_unavailable', { retryAfterSeconds: 2 })
  }
}
