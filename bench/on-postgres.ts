import { startPostgres, type PostgresServer } from '#test/postgres.ts'
import { note } from './report.ts'

/** Runs on its own Postgres, with fsync; prints why, and returns undefined, when none can be started. */
export async function onPostgres<Result>(
  run: (server: PostgresServer) => Promise<Result>,
): Promise<Result | undefined> {
  const postgres = await startPostgres(process.env)
  if (!postgres.available) {
    note(`not run: ${postgres.reason}`)
    return undefined
  }
  const { server } = postgres
  try {
    return await run(server)
  } finally {
    await server.remove()
  }
}
