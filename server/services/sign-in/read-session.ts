import { getSessionCookie } from 'better-auth/cookies'
import { sql } from 'kysely'
import { isDatabaseUnavailable } from '../../db/errors.ts'
import { Refusal } from '../refusal.ts'
import type { Auth } from './auth.ts'

/**
 * Who a request is signed in as; null for a visitor. Refuses with `database_unavailable` when the
 * database is away; any other fault passes through.
 */
export async function readSession(auth: Auth, headers: Headers) {
  // A visitor costs neither a query nor better-auth's own work.
  const { cookiePrefix } = auth.options.advanced
  if (getSessionCookie(headers, { cookiePrefix }) === null) return null
  try {
    return await auth.api.getSession({ headers })
  } catch {
    // better-auth has logged the fault and hidden it, so the database itself is asked.
    if (await isDatabaseAway(auth)) {
      throw new Refusal('database_unavailable', { retryAfterSeconds: 2 })
    }
    // A broken connection is replaced by now; what fails again is a fault of ours.
    return auth.api.getSession({ headers })
  }
}

async function isDatabaseAway({ options }: Auth): Promise<boolean> {
  try {
    await sql`select 1`.execute(options.database.db)
    return false
  } catch (error) {
    return isDatabaseUnavailable(error)
  }
}
