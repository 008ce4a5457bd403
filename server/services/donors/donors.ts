import { sql, type Expression } from 'kysely'
import type { Donor } from '#contract/donors.ts'
import { donorRank, type DonorRankThresholds } from '#domain/donors.ts'
import type { Database } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.ts'
import { writeAudit, type Admin } from '#server/services/audit/audit-log.ts'
import type { Buyer, Services } from '#server/services/context.ts'
import { lockOrder } from '#server/services/orders/lock-orders.ts'
import { findOrder, findOrderRecord, type OrderRecord } from '#server/services/orders/orders.ts'
import { ServiceError } from '#server/services/service-error.ts'

const maxDonors = 100

/**
 * The buyers who chose to be named, by their payments net of refunds, the highest first. Disputed
 * orders do not count, and test money is never mixed with real money.
 */
export async function rankDonors(
  { db }: Pick<Database, 'db'>,
  providerMode: Schema['orders']['provider_mode'],
  fromEuros: DonorRankThresholds,
): Promise<Donor[]> {
  const lowestCents = fromEuros.E * 100
  const rows = await db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select((eb) => [
      newest(eb.ref('orders.discord_username')).as('name'),
      newest(eb.ref('orders.discord_avatar_url')).as('avatarUrl'),
      netGivenCents.as('totalSpentCents'),
    ])
    // Literal values, because with parameters the planner could not use the partial index.
    .where(sql<boolean>`orders.listed_as_donor and orders.status = 'paid'`)
    .where('orders.donor_listing_revoked', '=', false)
    .where('orders.provider_mode', '=', providerMode)
    .groupBy(payer)
    .having(netGivenCents, '>=', lowestCents)
    .orderBy('totalSpentCents', 'desc')
    .orderBy((eb) => eb.fn.min('orders.paid_at'))
    .limit(maxDonors)
    .execute()
  return rows.flatMap((row) => {
    const rank = donorRank(row.totalSpentCents, fromEuros)
    return rank === null ? [] : [{ ...row, rank }]
  })
}

const netGivenCents = sql<number>`sum(payments.amount_cents - payments.refunded_cents)`

// Buyers without an account are identified by what they typed: docs/decisions/0012. The Steam ID of
// somebody else identifies the player, not the payer.
const payer = sql`case
  when orders.user_id is not null then jsonb_build_array(orders.user_id)
  when orders.for_somebody_else then
    jsonb_build_array('browser', orders.buyer_hash, lower(orders.discord_username))
  else jsonb_build_array(orders.steam_id, lower(orders.discord_username)) end`

function newest<Value>(column: Expression<Value>) {
  return sql<Value>`(array_agg(${column} order by orders.paid_at desc, orders.id))[1]`
}

/**
 * Adds the buyer of an order to the donor ranking, or removes them. Refuses others than the maker
 * with `order_not_found`, and orders that the staff took off the ranking with `listing_revoked`.
 */
export async function changeDonorListing(
  services: Services,
  buyer: Buyer,
  orderId: string,
  listedAsDonor: boolean,
): Promise<OrderRecord> {
  const order = await findOrder(services, buyer, orderId)
  if (listedAsDonor && order.donor_listing_revoked) throw new ServiceError('listing_revoked')
  await services.database.db
    .updateTable('orders')
    .set({ listed_as_donor: listedAsDonor })
    .where('id', '=', order.id)
    .execute()
  return { ...order, listed_as_donor: listedAsDonor }
}

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
    await findOrderRecord(services, orderId, trx)
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
    return findOrderRecord(services, orderId, trx)
  })
}
