import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, PGliteDialect, PostgresDialect, type LogEvent, type PostgresPool } from 'kysely'
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
  /** How busy it is now. */
  readonly readLoad: () => DatabaseLoad
  readonly close: () => Promise<void>
}

/** Connections, and who waits for one; the embedded database has one connection. */
export interface DatabaseLoad {
  readonly used: number
  readonly idle: number
  readonly waiting: number
}

/** Hears of each query that fails. */
type OnFailedQuery = (error: unknown) => void

/**
 * Opens a database; throws when the embedded directory is in use by another process. `onError` hears
 * of connections that are lost while nobody uses them.
 */
export async function openDatabase(
  location: DatabaseLocation,
  onError: (error: Error) => void,
  onFailedQuery: OnFailedQuery = () => undefined,
): Promise<Database> {
  return location.kind === 'embedded'
    ? openEmbedded(location.directory, onFailedQuery)
    : // A lost connection is no matter of the request that once opened it.
      openPostgres(location.url, AsyncLocalStorage.bind(onError), onFailedQuery)
}

async function openEmbedded(directory: string, onFailedQuery: OnFailedQuery): Promise<Database> {
  const unlock = await lockDataDirectory(directory)
  const thread = new PGliteThread(directory)
  try {
    await thread.waitReady
  } catch (error) {
    await unlock()
    throw error
  }
  const { db, transaction } = guardTransactions(
    new Kysely<Schema>({
      dialect: new PGliteDialect({ pglite: thread }),
      log: reportFailures(onFailedQuery),
    }),
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
    readLoad: () => thread.readLoad(),
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

async function openPostgres(
  url: string,
  onError: (error: Error) => void,
  onFailedQuery: OnFailedQuery,
): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types: postgresTypes(),
    connectionTimeoutMillis: 5000,
    statement_timeout: longestQueryMilliseconds,
    keepAlive: true,
    idle_in_transaction_session_timeout: 30_000,
  })
  pool.on('connect', (client) => endWhenSilent(client, longestSilenceMilliseconds))
  const unhurriedPool = new pg.Pool({
    connectionString: url,
    max: 1,
    types: postgresTypes(),
    // Its queries may be silent for long; a connection that is gone does not answer the system.
    keepAlive: true,
    keepAliveInitialDelayMillis: longestSilenceMilliseconds,
  })
  for (const one of [pool, unhurriedPool]) outliveLostConnections(one, onError)
  const unhurried = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: unhurriedPool }) })
  const { db, transaction } = guardTransactions(
    new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: reportConnecting(pool, onFailedQuery) }),
      log: reportFailures(onFailedQuery),
    }),
  )
  return {
    kind: 'postgres',
    db,
    runPrepared: async <Row extends pg.QueryResultRow>(
      statement: PreparedStatement,
      values: readonly unknown[],
    ) => {
      try {
        return (await pool.query<Row>({ ...statement, values: [...values] })).rows
      } catch (error) {
        onFailedQuery(error)
        throw error
      }
    },
    unhurried,
    transaction,
    jobConnection: {
      executeSql: (text, values) => pool.query(text, values),
    },
    listen: (channel, handler) => listenOnPostgres(url, channel, handler, onError),
    lost: new Promise(() => {}),
    readLoad: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: async () => {
      await Promise.all([db.destroy(), unhurried.destroy()])
    },
  }
}

/** The process dies of an error of a connection to which nobody listens. */
function outliveLostConnections(pool: pg.Pool, onError: (error: Error) => void): void {
  // As when Postgres restarts under an idle one.
  pool.on('error', onError)
  // One that breaks while a transaction has it: the next query tells.
  pool.on('connect', (client) => void client.on('error', () => undefined))
}

/** The query builder's log has no query that got no connection. */
function reportConnecting(pool: pg.Pool, onFailedQuery: OnFailedQuery): PostgresPool {
  return {
    options: pool.options,
    connect: async () => {
      try {
        return await pool.connect()
      } catch (error) {
        onFailedQuery(error)
        throw error
      }
    },
    end: () => pool.end(),
  }
}

function reportFailures(onFailedQuery: OnFailedQuery): (event: LogEvent) => void {
  return (event) => {
    if (event.level === 'error') onFailedQuery(event.error)
  }
}
