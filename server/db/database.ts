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

/** A statement that each connection reads and plans once. */
export interface PreparedStatement {
  readonly name: string
  readonly text: string
}

type RunPrepared = <Row extends pg.QueryResultRow>(
  statement: PreparedStatement,
  values: readonly unknown[],
) => Promise<readonly Row[]>

interface NotificationHandler {
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

const retryDelayMilliseconds = 1000
/** Nothing is asked but to be let in and to listen. */
const timeoutMilliseconds = 5000
/** After this the system asks whether the other side is there: else we never would, who only listen. */
const silenceMilliseconds = 30_000

/**
 * LISTEN on a connection of its own, opened again whenever it is lost. Each new connection reports
 * a gap, because Postgres keeps no notifications for those who are away.
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
      connectionTimeoutMillis: timeoutMilliseconds,
      query_timeout: timeoutMilliseconds,
      keepAlive: true,
      keepAliveInitialDelayMillis: silenceMilliseconds,
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
 * Ends a connection over which nothing comes for so long. When a network swallows packets, neither
 * side learns of it for a quarter of an hour, and the pool would go on handing the connection out.
 * The driver's own `query_timeout` fails the query and keeps the connection.
 */
export function endWhenSilent(client: ClientBase, milliseconds: number): void {
  const { stream } = withSocket.parse(client).connection
  stream.setTimeout(milliseconds, () => stream.destroy(new Error('silent connection')))
}

type RunTransaction<Tables> = <Result>(
  work: (trx: Transaction<Tables>) => Promise<Result>,
) => Promise<Result>

/**
 * Makes a query through `db` inside a transaction an error. It would wait for ever on the embedded
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
