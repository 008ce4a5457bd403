import { lockOrder } from '#server/services/payments/match-payment.ts'
import { findOrderRecord, type OrderRecord } from '#server/services/orders/orders.ts'
import type { Services } from '#server/services/context.ts'
import { writeAudit } from '#server/services/staff/audit-log.ts'
import type { Admin } from '#server/services/staff/authenticate-admin.ts'

/**
 * Keeps an order's name out of the donor ranking against the buyer's choice, or allows it again.
 * Repeating it changes nothing. Refuses with `order_not_found`.
 */
export async function moderateDonorListing(
  services: Services,
  admin: Admin,
  orderId: string,
  revoked: boolean,
): Promise<OrderRecord> {
  return services.database.transaction(async (trx) => {
    await findOrderRecord(trx, orderId)
    const before = await lockOrder(trx, orderId)
    if (before.donor_listing_revoked !== revoked) {
      await trx
        .updateTable('orders')
        .set({ donor_listing_revoked: revoked })
        .where('id', '=', orderId)
        .execute()
      await writeAudit(services, trx, admin, {
        action: 'donor_listing_changed',
        subject: `order:${orderId}`,
        before: { revoked: before.donor_listing_revoked },
        after: { revoked },
      })
    }
    return findOrderRecord(trx, orderId)
  })
}
