import { randomBytes } from 'node:crypto'
import type { Database } from '#server/db/database.ts'
import { insertPayment } from './purchase.ts'

/** A completed payment of 25 € that fits no order; its reference looks like one of PayPal's. */
export async function insertStrayPayment(
  database: Pick<Database, 'db'>,
  reason = 'no_order',
): Promise<{ paymentId: string; reference: string }> {
  const reference = randomBytes(8).toString('hex').toUpperCase()
  const paymentId = await insertPayment(database, { reference, unmatched_reason: reason })
  return { paymentId, reference }
}
