import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '#server/db/database.ts'
import type { TestShop } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'

export const steamId = '76561198006409530'

/** The body of `discord-purchase-notification` for three months of priority queue. */
export function checkoutBody(changes: Readonly<Record<string, unknown>> = {}) {
  return {
    steamId,
    discordUsername: 'sokol',
    discordAvatarUrl: null,
    items: [cartItem()],
    totalPrice: '25.00',
    ...changes,
  }
}

export function cartItem(changes: Readonly<Record<string, unknown>> = {}) {
  return {
    id: randomUUID(),
    name: 'Priority Queue',
    type: 'Priority Queue',
    price: 25,
    duration: 3,
    ...changes,
  }
}

/** The body of `discord-purchase-notification` for one month of a coloured name. */
export function nameTagBody(changes: Readonly<Record<string, unknown>> = {}) {
  const name = 'Name Color Tag'
  return checkoutBody({
    items: [cartItem({ name, type: name, price: 20, duration: 1, ...changes })],
    totalPrice: '20.00',
  })
}

/** The body of `discord-purchase-notification` for a reskin, which the staff hands over once. */
export function reskinBody(changes: Readonly<Record<string, unknown>> = {}) {
  const item = { id: randomUUID(), name: 'Top Reskin Basic', type: 'Reskin', price: 15 }
  return checkoutBody({ items: [item], totalPrice: '15.00', ...changes })
}

export async function openOrder(visitor: Visitor, body: unknown = checkoutBody()): Promise<string> {
  const answer = await visitor.post('/functions/v1/discord-purchase-notification', body)
  return z.object({ orderId: z.string() }).parse(answer.body).orderId
}

export async function startPayment(
  visitor: Visitor,
  orderId: string,
  headers?: Readonly<Record<string, string>>,
): Promise<string> {
  const answer = await visitor.post(`/api/orders/${orderId}/paypal-order`, {}, headers)
  return z.object({ paypalOrderId: z.string() }).parse(answer.body).paypalOrderId
}

/** Starts one payment for several orders. */
export async function startOnePayment(
  visitor: Visitor,
  orderIds: readonly string[],
): Promise<string> {
  const answer = await visitor.post('/api/paypal-orders', { orderIds })
  return z.object({ paypalOrderId: z.string() }).parse(answer.body).paypalOrderId
}

/** An order that its buyer has approved in PayPal's window, before anything collects it. */
export async function approvedOrder(shop: TestShop, visitor: Visitor, body?: unknown) {
  const orderId = await openOrder(visitor, body)
  const paypalOrderId = await startPayment(visitor, orderId)
  await shop.sandbox.decide(paypalOrderId, 'pay')
  return { orderId, paypalOrderId }
}

/** Everything stored for an order. */
export async function readRecords(
  { services: { database } }: { readonly services: { readonly database: Pick<Database, 'db'> } },
  orderId: string,
) {
  const { db } = database
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .execute()
  const purchases = await db
    .selectFrom('purchases')
    .selectAll()
    .where('order_id', '=', orderId)
    .execute()
  const messages = await db
    .selectFrom('messages')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .execute()
  return { order, payments, purchases, messages }
}
