import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { median } from '#bench/report.ts'
import { readResidentMb } from '#bench/resident-memory.ts'
import { type DatabaseLocation, openDatabase } from '#server/db/database.ts'
import { forgetOldRecords } from '#server/jobs/forget-old-records.ts'
import type { RunningProduct } from '#test/product.ts'
import type { AuditEntry } from '#test/sandbox-control.ts'

interface DonationFigures {
  /** Acknowledged as paid, and not delivered. */
  readonly lost: number
  /** Payments where our records differ from PayPal's, in words. */
  readonly differences: readonly string[]
}

/** Only against endless waiting. */
const longestWaitSeconds = 600
const twoDaysMilliseconds = 2 * 24 * 60 * 60 * 1000
const passing = [
  'events',
  'rate_limits',
  'verifications',
  'admin_sessions',
  'steam_nonces',
] as const

/** Compares the donations with PayPal's own records; call it when all traffic has ended. */
export async function compareDonations(
  location: DatabaseLocation,
  settled: readonly string[],
  entries: readonly AuditEntry[],
): Promise<DonationFigures> {
  const { db, close } = await openDatabase(location, () => undefined)
  const purchases = await db.selectFrom('purchases').select('order_id').execute()
  const payments = await db
    .selectFrom('payments')
    .select(['reference', 'amount_cents', 'refunded_cents'])
    .execute()
  await close()
  const delivered = new Set(purchases.map((purchase) => purchase.order_id))
  const ours = new Map(payments.map((payment) => [payment.reference, payment]))
  const differences = entries.flatMap(({ captureId, amountCents, backCents }) => {
    const payment = ours.get(captureId)
    const isRight = payment?.amount_cents === amountCents && payment.refunded_cents === backCents
    return isRight
      ? []
      : [`${captureId}: ${amountCents} less ${backCents}, here ${JSON.stringify(payment)}`]
  })
  return { lost: settled.filter((orderId) => !delivered.has(orderId)).length, differences }
}

const inTwoDays = (): Date => new Date(Date.now() + twoDaysMilliseconds)

/** Rows that the nightly job of the day after tomorrow leaves in tables that must not grow, in words. */
export async function findLeftRows(location: DatabaseLocation): Promise<string[]> {
  const database = await openDatabase(location, () => undefined)
  await forgetOldRecords({ database, clock: inTwoDays })
  const left: string[] = []
  for (const table of passing) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)}`.execute(database.db)
    const [{ count } = { count: 0 }] = rows
    if (count > 0) left.push(`${table}: ${count}`)
  }
  await database.close()
  return left
}

/** Waits while the server works through its jobs. Returns how many are left in the end. */
export async function waitForJobs(location: DatabaseLocation): Promise<number> {
  const { db, close } = await openDatabase(location, () => undefined)
  try {
    for (let second = 0; ; second += 1) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from jobs.job
        where state in ('created', 'retry', 'active') and name = 'send-message'`.execute(db)
      const [{ count } = { count: 0 }] = rows
      if (count === 0 || second === longestWaitSeconds) return count
      await sleep(1000)
    }
  } finally {
    await close()
  }
}

/** The state of a server at one moment. */
interface Reading {
  readonly residentMb: number
  readonly openFiles: number
  readonly databaseConnections: number
  readonly eventLoopMilliseconds: number
}

interface Readings {
  readonly stop: () => Promise<readonly Reading[]>
}

/** Medians of a quarter of the time. */
export interface Growth {
  readonly first: Reading
  readonly last: Reading
}

const pauseMilliseconds = 2000

/** Reads the server's state repeatedly from now on. */
export function startReadings(product: RunningProduct, databaseUrl: string): Readings {
  const closing = new AbortController()
  const readings: Reading[] = []
  const done = (async () => {
    while (!closing.signal.aborted) {
      // The server cannot answer while the database restarts.
      const reading = await readOnce(product, databaseUrl).catch(() => null)
      if (reading) readings.push(reading)
      await sleep(pauseMilliseconds)
    }
  })()
  return {
    stop: async () => {
      closing.abort()
      await done
      return readings
    },
  }
}

async function readOnce(product: RunningProduct, databaseUrl: string): Promise<Reading> {
  const pid = product.readPid()
  if (pid === null) throw new Error('no server')
  return {
    residentMb: readResidentMb(pid),
    openFiles: readdirSync(`/proc/${pid}/fd`).length,
    databaseConnections: await countConnections(databaseUrl),
    eventLoopMilliseconds: await readEventLoop(product.origin),
  }
}

async function countConnections(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rowCount } = await client.query(
      `select from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    return rowCount ?? 0
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The longest delay among a hundred turns of the event loop. */
async function readEventLoop(origin: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  const [, seconds] = /^nodejs_eventloop_lag_p99_seconds(?:\{[^}]*\})? (\S+)$/m.exec(text) ?? []
  if (seconds === undefined) throw new Error('the metrics say nothing of the event loop')
  return Number(seconds) * 1000
}

export function readGrowth(readings: readonly Reading[]): Growth {
  const quarter = Math.max(1, Math.floor(readings.length / 4))
  return { first: middle(readings.slice(0, quarter)), last: middle(readings.slice(-quarter)) }
}

function middle(readings: readonly Reading[]): Reading {
  const of = (name: keyof Reading): number => median(readings.map((reading) => reading[name]))
  return {
    residentMb: of('residentMb'),
    openFiles: of('openFiles'),
    databaseConnections: of('databaseConnections'),
    eventLoopMilliseconds: of('eventLoopMilliseconds'),
  }
}
