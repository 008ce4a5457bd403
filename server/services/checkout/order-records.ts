import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { Refusal } from '#server/services/refusal.ts'

/** An order with what came of it: its payment and its delivery, where there are any. */
export type OrderRecord = Awaited<
  ReturnType<ReturnType<typeof selectOrderRecords>['executeTakeFirstOrThrow']>
>

/** Orders as pages show them. `transaction_id` is the provider's name of the payment. */
export function selectOrderRecords(db: Kysely<Schema>) {
  return db
    .selectFrom('orders')
    .leftJoin('payments', 'payments.order_id', 'orders.id')
    .leftJoin('purchases', 'purchases.order_id', 'orders.id')
    .selectAll('orders')
    .select((eb) => [
      'payments.reference as transaction_id',
      eb.fn.coalesce('payments.refunded_cents', eb.lit(0)).as('refunded_cents'),
      'purchases.delivered_at',
    ])
}

/** One of them, whoever's it is. Refuses with `order_not_found`. */
export async function findOrderRecord(db: Kysely<Schema>, orderId: string): Promise<OrderRecord> {
  const order = await selectOrderRecords(db).where('orders.id', '=', orderId).executeTakeFirst()
  if (!order) throw new Refusal('order_not_found')
  return order
}
