import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from '#test/free-port.ts'
import { serverCommand, startProgram, type Program } from '#scripts/product/program.ts'
import type { DatabaseLocation } from '#server/db/database.ts'
import { machineEnvironment } from '#test/product.ts'
import { databaseSettings } from '#stress/define-stress.ts'

/** The real server while it starts on a database. */
export interface StartingServer {
  readonly program: Program
  readonly readLog: () => string
  /** Resolves when it is ready. Rejects when it ended before. */
  readonly ready: Promise<void>
}

export async function startServer(location: DatabaseLocation): Promise<StartingServer> {
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()]
  let log = ''
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
  const program = startProgram({
    name: 'server',
    command: serverCommand,
    env: {
      ...machineEnvironment(),
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      ...databaseSettings(location),
    },
    onOutput: (text) => {
      log += text
      if (log.includes('"msg":"ready"')) resolve()
    },
  })
  void program.ended.then(({ reason }) =>
    reject(new Error(`${reason} before it was ready\n${log}`)),
  )
  // A killed server is not awaited.
  ready.catch(() => undefined)
  return { program, readLog: () => log, ready }
}

/** Resolves just before the server opens its database, or when it has ended. */
export async function untilInDatabase(
  location: DatabaseLocation,
  { program }: StartingServer,
): Promise<void> {
  const isThere = location.kind === 'postgres' ? connectionWatch(location.url) : null
  const over = new AbortController()
  void program.ended.then(() => over.abort())
  while (!over.signal.aborted) {
    if (location.kind === 'embedded') {
      if (existsSync(path.join(location.directory, '.lock-owner'))) break
    } else if (await isThere?.look()) break
    await sleep(5)
  }
  await isThere?.stop()
}

function connectionWatch(url: string) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  const connected = client.connect()
  return {
    look: async (): Promise<boolean> => {
      await connected
      const { rowCount } = await client.query(
        `select from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      )
      return (rowCount ?? 0) > 0
    },
    stop: () => client.end().catch(() => undefined),
  }
}
