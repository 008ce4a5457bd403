import { lockPayment } from '#server/services/checkout/locks.ts'
import type { Services } from '#server/services/context.ts'
import { Refusal } from '#server/services/refusal.ts'
import { writeAudit } from './audit.ts'
import type { Admin } from './recognise-admin.ts'

/**
 * Notes how a payment of the inbox was dealt with otherwise; from then on nobody can be given it.
 * The same note again changes nothing, another replaces it. Refuses with `payment_not_found`, or
 * with `payment_not_assignable` when the payment has its order.
 */
export async function resolvePayment(
  services: Services,
  admin: Admin,
  paymentId: string,
  note: string,
): Promise<void> {
  const { database, clock } = services
  const payment = await database.db
    .selectFrom('payments')
    .select(['provider', 'reference'])
    .where('id', '=', paymentId)
    .executeTakeFirst()
  if (!payment) throw new Refusal('payment_not_found')
  await database.transaction(async (trx) => {
    // Who assigns or claims it takes the same turn.
    await lockPayment(trx, payment.provider, payment.reference)
    const before = await trx
      .selectFrom('payments')
      .select(['order_id', 'resolved_at', 'resolution'])
      .where('id', '=', paymentId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (before.order_id !== null) throw new Refusal('payment_not_assignable')
    if (before.resolution === note) return
    const resolvedAt = before.resolved_at ?? clock()
    await trx
      .updateTable('payments')
      .set({ resolved_at: resolvedAt, resolution: note })
      .where('id', '=', paymentId)
      .execute()
    await writeAudit(services, trx, admin, {
      action: 'payment_resolved',
      subject: `payment:${paymentId}`,
      before: { resolvedAt: before.resolved_at, note: before.resolution },
      after: { resolvedAt, note },
    })
  })
}
