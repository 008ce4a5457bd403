import { findOrderRecord, type OrderRecord } from '#server/services/checkout/order-records.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { Refusal } from '#server/services/refusal.ts'
import { writeAudit } from './audit.ts'
import type { Admin } from './recognise-admin.ts'

/**
 * Marks a paid order as handed over in the game, or takes that back. Repeating it changes nothing.
 * Refuses with `order_not_found`, or with `order_not_paid` also when the money went back or is disputed.
 */
export async function changeDelivery(
  services: Services,
  admin: Admin,
  orderId: string,
  delivered: boolean,
): Promise<OrderRecord> {
  return services.database.transaction(async (trx) => {
    const before = await lockPurchase(trx, orderId)
    const order = await findOrderRecord(trx, orderId)
    if (!before) throw new Refusal('order_not_paid')
    if ((before.delivered_at !== null) === delivered) return order
    if (delivered && order.status !== 'settled') throw new Refusal('order_not_paid')
    const deliveredAt = delivered ? services.clock() : null
    await trx
      .updateTable('purchases')
      .set({ delivered_at: deliveredAt })
      .where('order_id', '=', orderId)
      .execute()
    await writeAudit(services, trx, admin, {
      action: 'delivery_changed',
      subject: `order:${orderId}`,
      before: { deliveredAt: before.delivered_at },
      after: { deliveredAt },
    })
    return { ...order, delivered_at: deliveredAt }
  })
}

/** Two admins at once take turns. */
function lockPurchase(trx: Trx, orderId: string) {
  return trx
    .selectFrom('purchases')
    .select('delivered_at')
    .where('order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
}
