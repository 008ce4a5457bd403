import { randomBytes } from 'node:crypto'
import type { Database } from '#server/db/database.ts'

/** A completed payment of 25 € that fits no order; its reference looks like one of PayPal's. */
export async function insertStrayPayment(
  { db }: Pick<Database, 'db'>,
  reason = 'no_order',
): Promise<{ paymentId: string; reference: string }> {
  const reference = randomBytes(8).toString('hex').toUpperCase()
  const { id: paymentId } = await db
    .insertInto('payments')
    .values({
      provider: 'paypal',
      reference,
      unmatched_reason: reason,
      status: 'completed',
      amount_cents: 2500,
      currency: 'EUR',
      provider_mode: 'test',
      made_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { paymentId, reference }
}
