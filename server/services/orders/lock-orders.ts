import { sql, type RawBuilder } from 'kysely'
import { acquireAdvisoryLock } from '#server/services/advisory-lock.ts'
import type { Trx } from '#server/services/context.ts'
import type { Order } from './orders.ts'

/**
 * Serializes opening, paying and replacing the orders of one cart item, across all processes.
 * Always taken before a row of `orders` is locked, so that transactions cannot deadlock.
 */
export function lockCartItem(trx: Trx, buyerHash: string, cartItemId: string): Promise<void> {
  return acquireAdvisoryLock(trx, `cart-item:${buyerHash}:${cartItemId}`)
}

/** Locks the order's cart item, then the row. */
export async function lockOrder(trx: Trx, orderId: string): Promise<Order> {
  const [order] = await lockOrders(trx, [orderId])
  if (!order) throw new Error(`no order ${orderId}`)
  return order
}

/**
 * Locks the orders' cart items, then the rows, with those of orders that they have replaced: always
 * in this sequence ("Locks" in ARCHITECTURE.md).
 */
export async function lockOrders(trx: Trx, orderIds: readonly string[]): Promise<Order[]> {
  const items = await trx
    .selectFrom('orders')
    .select(['buyer_hash', 'cart_item_id'])
    .distinct()
    .where('id', 'in', orderIds)
    .orderBy('buyer_hash')
    .orderBy('cart_item_id')
    .execute()
  for (const { buyer_hash, cart_item_id } of items) {
    await lockCartItem(trx, buyer_hash, cart_item_id)
  }
  const orders = await trx
    .selectFrom('orders')
    .selectAll()
    .where(isOfSameItems(orderIds))
    .orderBy('id')
    .forUpdate()
    .execute()
  return orders.filter(({ id }) => orderIds.includes(id))
}

/** The orders of the same cart items as these. */
export function isOfSameItems(orderIds: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`(buyer_hash, cart_item_id) in (
    select buyer_hash, cart_item_id from orders where id = any(${orderIds}::uuid[]))`
}
