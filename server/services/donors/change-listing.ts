import type { Buyer, Services } from '#server/services/context.ts'
import { findOrder } from '#server/services/checkout/find-order.ts'
import type { OrderRecord } from '#server/services/checkout/order-records.ts'
import { Refusal } from '#server/services/refusal.ts'

/**
 * Names the buyer of an order in the donor ranking, or no longer. Refuses others than its maker with
 * `order_not_found`, and what the staff took off the ranking with `listing_revoked`.
 */
export async function changeListing(
  services: Services,
  buyer: Buyer,
  orderId: string,
  listedAsDonor: boolean,
): Promise<OrderRecord> {
  const order = await findOrder(services, buyer, orderId)
  if (listedAsDonor && order.donor_listing_revoked) throw new Refusal('listing_revoked')
  await services.database.db
    .updateTable('orders')
    .set({ listed_as_donor: listedAsDonor })
    .where('id', '=', order.id)
    .execute()
  return { ...order, listed_as_donor: listedAsDonor }
}
