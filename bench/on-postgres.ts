import { startPostgres } from '#test/postgres.ts'
import { note } from './report.ts'

/** Measures on its own Postgres, with fsync; prints why when none can be started. */
export async function onPostgres(measure: (serverUrl: string) => Promise<void>): Promise<void> {
  const postgres = await startPostgres(process.env)
  if (!postgres.available) return note(`not measured: ${postgres.reason}`)
  const { server } = postgres
  try {
    await measure(server.url)
  } finally {
    await server.remove()
  }
}
