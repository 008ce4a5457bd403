import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase, type DatabaseLocation } from '#server/db/database.ts'
import { forgetOldRecords } from '#server/jobs/forget-old-records.ts'
import type { AuditEntry } from '#test/sandbox-control.ts'

export interface DonationFigures {
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
