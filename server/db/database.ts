import { AsyncLocalStorage } from 'node:async_hooks'
import { Socket } from 'node:net'
import {
  Kysely,
  PGliteDialect,
  PostgresDialect,
  type KyselyPlugin,
  type LogEvent,
  type PostgresPool,
  type Transaction,
} from 'kysely'
import pg, { type ClientBase } from 'pg'
import { fromPglite, type Db } from 'pg-boss'
import { z } from 'zod'
import { lockDataDirectory } from './embedded/data-directory.ts'
import { PGliteThread } from './embedded/pglite-thread.ts'
import type { Schema } from './schema.ts'
import { postgresTypes } from './types.ts'

export type DatabaseLocation =
  | { readonly kind: 'postgres'; readonly url: string }
  | { readonly kind: 'embedded'; readonly directory: string }

type RunText = <Row extends pg.QueryResultRow>(
  text: string,
  values: readonly unknown[],
) => Promise<readonly Row[]>

interface NotificationHandler {
  readonly onNotification: (payload: string) => void
  /** Called when notifications may have been missed: at the start and after a lost connection. */
  readonly onGap: () => Promise<void>
}

/** One interface over the embedded database and Postgres; callers need not know which it is. */
export interface Database {
  readonly kind: DatabaseLocation['kind']
  readonly db: Kysely<Schema>
  readonly transaction: RunTransaction<Schema>
  /**
   * For statements that must be fast, past the query builder; never inside a transaction. Not prepared
   * by name either: behind a pooler in transaction mode the next connection does not know the name.
   */
  readonly runText: RunText
  /** For statements that may run for long, such as a migration. */
  readonly withoutStatementTimeout: Kysely<Schema>
  /** The connection that the job queue uses. */
  readonly jobConnection: Db
  /** Listens to NOTIFY on a channel until the returned function is called. */
  readonly listen: (channel: string, handler: NotificationHandler) => Promise<() => Promise<void>>
  /**
   * Resolves when this process has lost the database and only a restart helps. Never for Postgres,
   * which the process connects to again.
   */
  readonly lost: Promise<Error>
  readonly readLoad: () => DatabaseLoad
  readonly close: () => Promise<void>
}

/** The connections, and the queries that wait for one; the embedded database has one connection. */
export interface DatabaseLoad {
  readonly used: number
  readonly idle: number
  readonly waiting: number
}

type OnFailedQuery = (error: unknown) => void

/**
 * Opens a database; throws when the embedded directory is in use by another process. `onError`
 * receives the errors of idle connections.
 */
export async function openDatabase(
  location: DatabaseLocation,
  onError: (error: Error) => void,
  onFailedQuery: OnFailedQuery = () => undefined,
): Promise<Database> {
  return location.kind === 'embedded'
    ? openEmbedded(location.directory, onFailedQuery)
    : // Bound, so that a lost connection is not logged under the request that once opened it.
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
      log: reportFailedQueries(onFailedQuery),
    }),
  )
  return {
    kind: 'embedded',
    db,
    runText: async <Row>(text: string, values: readonly unknown[]) =>
      (await thread.query<Row>(text, [...values])).rows,
    withoutStatementTimeout: db,
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
const maxQueryMilliseconds = 15_000
/** Postgres ends every query before this, so a longer silence means a lost connection. */
const maxSilenceMilliseconds = 2 * maxQueryMilliseconds

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
    statement_timeout: maxQueryMilliseconds,
    keepAlive: true,
    idle_in_transaction_session_timeout: 30_000,
  })
  pool.on('connect', (client) => endWhenSilent(client, maxSilenceMilliseconds))
  const poolWithoutTimeout = new pg.Pool({
    connectionString: url,
    max: 1,
    types: postgresTypes(),
    // Its queries may be silent for long, so only the system's keepalive can find a lost
    // connection.
    keepAlive: true,
    keepAliveInitialDelayMillis: maxSilenceMilliseconds,
  })
  for (const one of [pool, poolWithoutTimeout]) handlePoolErrors(one, onError)
  const withoutStatementTimeout = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: poolWithoutTimeout }),
  })
  const { db, transaction } = guardTransactions(
    new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: reportFailedConnects(pool, onFailedQuery) }),
      log: reportFailedQueries(onFailedQuery),
    }),
  )
  return {
    kind: 'postgres',
    db,
    runText: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]) => {
      try {
        return (await pool.query<Row>(text, [...values])).rows
      } catch (error) {
        onFailedQuery(error)
        throw error
      }
    },
    withoutStatementTimeout,
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
      await Promise.all([db.destroy(), withoutStatementTimeout.destroy()])
    },
  }
}

/** A connection error without a listener would end the process. */
function handlePoolErrors(pool: pg.Pool, onError: (error: Error) => void): void {
  // Idle connections, as when Postgres restarts.
  pool.on('error', onError)
  // Connections in use by a transaction, whose next query rejects.
  pool.on('connect', (client) => void client.on('error', () => undefined))
}

/** The query builder does not log queries that got no connection. */
function reportFailedConnects(pool: pg.Pool, onFailedQuery: OnFailedQuery): PostgresPool {
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

function reportFailedQueries(onFailedQuery: OnFailedQuery): (event: LogEvent) => void {
  return (event) => {
    if (event.level === 'error') onFailedQuery(event.error)
  }
}

const retryDelayMilliseconds = 1000
/** For connecting and the LISTEN statement. */
const listenTimeoutMilliseconds = 5000
/** A connection that only listens never sends, so without this it would not notice a dead peer. */
const keepAliveDelayMilliseconds = 30_000

/**
 * LISTEN on a connection of its own, which is opened again whenever it is lost. Each new connection
 * reports a gap, because Postgres keeps no notifications for absent listeners.
 */
async function listenOnPostgres(
  url: string,
  channel: string,
  { onNotification, onGap }: NotificationHandler,
  onError: (error: Error) => void,
): Promise<() => Promise<void>> {
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let stopped = false

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: listenTimeoutMilliseconds,
      query_timeout: listenTimeoutMilliseconds,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveDelayMilliseconds,
    })
    next.on('error', onError)
    next.on('end', retryLater)
    next.on('notification', ({ payload }) => onNotification(payload ?? ''))
    client = next
    try {
      await next.connect()
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
      await onGap()
    } catch (error) {
      await next.end().catch(onError)
      throw error
    }
  }

  const retryLater = (): void => {
    if (stopped || retry) return
    retry = setTimeout(() => {
      retry = undefined
      connect().catch((error: Error) => {
        onError(error)
        retryLater()
      })
    }, retryDelayMilliseconds)
  }

  await connect()
  return async () => {
    stopped = true
    clearTimeout(retry)
    await client?.end()
  }
}

const withSocket = z.object({ connection: z.object({ stream: z.instanceof(Socket) }) })

/**
 * Destroys a connection that receives nothing for this time. When a network drops packets, neither
 * side notices for a quarter of an hour, and the pool would go on handing the connection out. The
 * driver's own `query_timeout` fails the query and keeps the connection.
 */
export function endWhenSilent(client: ClientBase, milliseconds: number): void {
  const { stream } = withSocket.parse(client).connection
  stream.setTimeout(milliseconds, () => stream.destroy(new Error('silent connection')))
}

type RunTransaction<Tables> = <Result>(
  work: (trx: Transaction<Tables>) => Promise<Result>,
) => Promise<Result>

/**
 * Turns a query through `db` inside a transaction into an error. It would deadlock on the embedded
 * database, which has one connection, and take a second connection on Postgres.
 */
function guardTransactions<Tables>(base: Kysely<Tables>): {
  db: Kysely<Tables>
  transaction: RunTransaction<Tables>
} {
  const insideTransaction = new AsyncLocalStorage<true>()
  const guard: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (insideTransaction.getStore()) throw new Error('use trx, not db, inside a transaction')
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  return {
    db: base.withPlugin(guard),
    transaction: async (work) => {
      if (insideTransaction.getStore()) throw new Error('transactions do not nest')
      return base.transaction().execute((trx) => insideTransaction.run(true, () => work(trx)))
    },
  }
}
