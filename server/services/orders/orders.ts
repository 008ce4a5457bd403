import { sql, type Kysely } from 'kysely'
import type { Row, Schema } from '#server/db/schema.ts'
import type { Buyer, Services } from '#server/services/context.ts'
import { isDeliveredByAdapter } from '#server/services/perks/order-perks.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { isHandedOverOnce } from '#server/services/tasks/tasks.ts'

/** An order with its payment and its delivery, where there are any. */
export type OrderRecord = Awaited<
  ReturnType<ReturnType<typeof selectOrderRecords>['executeTakeFirstOrThrow']>
>

/** Orders with the columns of the pages. `transaction_id` is the provider's id of the payment. */
export function selectOrderRecords(
  services: Pick<Services, 'database' | 'perkAdapters' | 'site'>,
  db: Kysely<Schema> = services.database.db,
) {
  return db
    .selectFrom('orders')
    .leftJoin('payments', 'payments.order_id', 'orders.id')
    .leftJoin('purchases', 'purchases.order_id', 'orders.id')
    .selectAll('orders')
    .select((eb) => [
      'payments.reference as transaction_id',
      'payments.held_reason',
      isKeptBack.as('is_kept_back'),
      eb.fn.coalesce('payments.refunded_cents', eb.lit(0)).as('refunded_cents'),
      eb
        .selectFrom('offers')
        .select('code')
        .whereRef('offers.id', '=', 'orders.offer_id')
        .as('offer_code'),
      'purchases.id as purchase_id',
      'purchases.started_at',
      'purchases.delivered_at',
      messageCounts.as('messages'),
      isDeliveredByAdapter(services, 'orders.id').as('is_delivered_by_adapter'),
      isHandedOverOnce(services).as('is_handed_over_once'),
    ])
}

/** Whether it is paid, and not delivered because of a ban. */
const isKeptBack = sql<boolean>`exists (
  select from payments kept where kept.kept_for = orders.id and kept.resolved_at is null)`

const messageCounts = sql<{
  readonly count: number
  readonly unreadByBuyer: number
  readonly unreadByStaff: number
}>`(
  select json_build_object(
    'count', count(*),
    'unreadByBuyer', count(*) filter (where read_at is null and author is not null),
    'unreadByStaff', count(*) filter (where read_at is null and author is null))
  from order_messages where order_id = orders.id)`

/** Any buyer's order. Refuses with `order_not_found`. */
export async function findOrderRecord(
  services: Pick<Services, 'database' | 'perkAdapters' | 'site'>,
  orderId: string,
  db?: Kysely<Schema>,
): Promise<OrderRecord> {
  const order = await selectOrderRecords(services, db)
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
  if (!order) throw new ServiceError('order_not_found')
  return order
}

export type Order = Row<'orders'>

/** An order of this browser or this account. Refuses others with `order_not_found`. */
export async function findOrder(
  services: Services,
  buyer: Buyer,
  orderId: string,
  db?: Kysely<Schema>,
): Promise<OrderRecord> {
  const [order] = await findOrders(services, buyer, [orderId], db)
  if (!order) throw new ServiceError('order_not_found')
  return order
}

/** Like `findOrder`, for several orders, all of which have to be theirs. */
export async function findOrders(
  services: Services,
  buyer: Buyer,
  orderIds: readonly string[],
  db?: Kysely<Schema>,
): Promise<OrderRecord[]> {
  const orders = await selectOrderRecords(services, db)
    .where('orders.id', 'in', orderIds)
    .orderBy('orders.id')
    .execute()
  const isTheirs = ({ buyer_hash: hash, user_id: userId }: Order): boolean =>
    hash === buyer.hash || (userId !== null && userId === buyer.userId)
  if (orders.length < orderIds.length || !orders.every(isTheirs)) {
    throw new ServiceError('order_not_found')
  }
  return orders
}

const maxOrders = 100

/**
 * The newest orders of this browser or this account, and older ones with an answer that they have not
 * read, newest first. Of replaced orders only those with messages, which would be lost otherwise.
 */
export function listOrders(services: Services, { hash, userId }: Buyer): Promise<OrderRecord[]> {
  const isListed = sql<boolean>`orders.id in (
    with own as (
      select o.id, o.opened_at from orders o
      where (o.buyer_hash = ${hash} or o.user_id = ${userId}) and (
        o.status <> 'superseded' or exists (select from order_messages m where m.order_id = o.id)
      )
    ), newest as (select id from own order by opened_at desc, id desc limit ${maxOrders})
    select id from newest
    union select own.id from own join order_messages m on m.order_id = own.id
      where m.author is not null and m.read_at is null)`
  return selectOrderRecords(services)
    .where(isListed)
    .orderBy('orders.opened_at', 'desc')
    .orderBy('orders.id', 'desc')
    .execute()
}
