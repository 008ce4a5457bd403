import { Kysely, PGliteDialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import { fromPglite, type Db } from 'pg-boss'
import { lockDataDirectory } from './embedded/data-dir-lock.ts'
import { PGliteThread } from './embedded/pglite-thread.ts'
import { listenOnPostgres } from './postgres-listener.ts'
import { endWhenSilent } from './silent-connections.ts'
import type { Schema } from './schema.ts'
import { guardTransactions, type RunTransaction } from './transaction-guard.ts'
import { postgresTypes } from './types.ts'

export type DatabaseLocation =
  | { readonly kind: 'postgres'; readonly url: string }
  | { readonly kind: 'embedded'; readonly directory: string }

/** A statement that each connection reads and plans once. */
export interface PreparedStatement {
  readonly name: string
  readonly text: string
}

type RunPrepared = <Row extends pg.QueryResultRow>(
  statement: PreparedStatement,
  values: readonly unknown[],
) => Promise<readonly Row[]>

export interface NotificationHandler {
  readonly onNotification: (payload: string) => void
  /** Called when notifications may have been missed: at the start and after a lost connection. */
  readonly onGap: () => Promise<void>
}

/** One database, embedded or Postgres; nothing behind this interface knows which. */
export interface Database {
  readonly kind: DatabaseLocation['kind']
  readonly db: Kysely<Schema>
  readonly transaction: RunTransaction<Schema>
  /** For what must be fast; never inside a transaction. */
  readonly runPrepared: RunPrepared
  /** For what may take its time, such as a migration; no limit on the time of a query. */
  readonly unhurried: Kysely<Schema>
  /** The connection that the job queue uses. */
  readonly jobConnection: Db
  /** Hears NOTIFY on a channel until the returned function is called. */
  readonly listen: (channel: string, handler: NotificationHandler) => Promise<() => Promise<void>>
  /**
   * Resolves when this process cannot have the database any more and only a new start helps. Never
   * for Postgres, whose connections come back.
   */
  readonly lost: Promise<Error>
  readonly close: () => Promise<void>
}

/** Opens a database; throws when the embedded directory is in use by another process. */
export async function openDatabase(
  location: DatabaseLocation,
  onError: (error: Error) => void,
): Promise<Database> {
  return location.kind === 'embedded'
    ? openEmbedded(location.directory)
    : openPostgres(location.url, onError)
}

async function openEmbedded(directory: string): Promise<Database> {
  const unlock = await lockDataDirectory(directory)
  const thread = new PGliteThread(directory)
  try {
    await thread.waitReady
  } catch (error) {
    await unlock()
    throw error
  }
  const { db, transaction } = guardTransactions(
    new Kysely<Schema>({ dialect: new PGliteDialect({ pglite: thread }) }),
  )
  return {
    kind: 'embedded',
    db,
    runPrepared: async <Row>({ text }: PreparedStatement, values: readonly unknown[]) =>
      (await thread.query<Row>(text, [...values])).rows,
    unhurried: db,
    transaction,
    jobConnection: fromPglite(thread),
    listen: async (channel, { onNotification, onGap }) => {
      const stop = await thread.listen(channel, onNotification)
      await onGap()
      return stop
    },
    lost: thread.died,
    close: async () => {
      await thread.close()
      await unlock()
    },
  }
}

/** Enough to keep a small Postgres busy, few enough to leave connections for other processes. */
const poolSize = 10
const longestQueryMilliseconds = 15_000
/** Postgres ends a query before this, so that silence means a lost connection. */
const longestSilenceMilliseconds = 2 * longestQueryMilliseconds

async function openPostgres(url: string, onError: (error: Error) => void): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types: postgresTypes(),
    connectionTimeoutMillis: 5000,
    statement_timeout: longestQueryMilliseconds,
    keepAlive: true,
    idle_in_transaction_session_timeout: 30_000,
  })
  // Without a listener the process dies when Postgres restarts under an idle connection.
  pool.on('error', onError)
  // Nor may it die of a connection that breaks while a transaction has it: the next query tells.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    endWhenSilent(client, longestSilenceMilliseconds)
  })
  const unhurriedPool = new pg.Pool({ connectionString: url, max: 1, types: postgresTypes() })
  unhurriedPool.on('error', onError)
  const unhurried = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: unhurriedPool }) })
  const { db, transaction } = guardTransactions(
    new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }),
  )
  return {
    kind: 'postgres',
    db,
    runPrepared: async <Row extends pg.QueryResultRow>(
      statement: PreparedStatement,
      values: readonly unknown[],
    ) => (await pool.query<Row>({ ...statement, values: [...values] })).rows,
    unhurried,
    transaction,
    jobConnection: {
      executeSql: (text, values) => pool.query(text, values),
    },
    listen: (channel, handler) => listenOnPostgres(url, channel, handler, onError),
    lost: new Promise(() => {}),
    close: async () => {
      await Promise.all([db.destroy(), unhurried.destroy()])
    },
  }
}
