import { PgBoss } from 'pg-boss'
import type { Database } from '#server/db/database.ts'

/** Puts a job into its queue so often, like the schedule. */
export async function sendJobs(
  { jobConnection, kind }: Pick<Database, 'jobConnection' | 'kind'>,
  name: string,
  times = 1,
): Promise<void> {
  const boss = new PgBoss({
    db: jobConnection,
    backend: kind === 'embedded' ? 'pglite' : 'postgres',
    schema: 'jobs',
    supervise: false,
    schedule: false,
    migrate: false,
  })
  await boss.start()
  await Promise.all(Array.from({ length: times }, () => boss.send(name, {})))
  await boss.stop({ close: false })
}
