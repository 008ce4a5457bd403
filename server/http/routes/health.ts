import { sql } from 'kysely'
import { Hono } from 'hono'
import type { Database } from '#server/db/database.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { problem } from '#server/http/problem.ts'

/**
 * `healthz`: the process lives. `readyz`: it can serve, which needs the database, and shall be sent
 * visitors, which it shall not once it stops.
 */
export function healthRoutes({ db }: Database, isStopping: () => boolean): Hono<HttpEnvironment> {
  return new Hono<HttpEnvironment>()
    .get('/healthz', (context) => context.text('ok'))
    .get('/readyz', async (context) => {
      if (isStopping()) return problem(context, 'database_unavailable', { retryAfterSeconds: 2 })
      try {
        await sql`select 1`.execute(db)
        return context.text('ready')
      } catch {
        return problem(context, 'database_unavailable', { retryAfterSeconds: 2 })
      }
    })
}
