import { startPostgres } from '#test/postgres.ts'
import { note } from './report.ts'

/** Measures on a Postgres of its own, with fsync; says why where none can be started. */
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
