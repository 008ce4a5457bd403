import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { cents } from '#domain/money.ts'
import type { Payment } from '#server/providers/paypal/answers.ts'
import type { TestShop } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'
import { approvedOrder, readRecords } from './checkout.ts'

/**
 * A paid order, after PayPal's own webhooks for it have been processed: a late one would disturb
 * the test's next steps.
 */
export async function paidOrder(shop: TestShop, visitor: Visitor, body?: unknown) {
  const { orderId, paypalOrderId } = await approvedOrder(shop, visitor, body)
  const answer = await visitor.post(`/api/orders/${orderId}/capture`, {})
  expect(answer.body['status']).toBe('paid')
  const { payments } = await readRecords(shop, orderId)
  const [payment] = payments
  if (!payment) throw new Error('an order that is paid has a payment')
  await untilWebhookProcessed(shop, 'CHECKOUT.ORDER.APPROVED', paypalOrderId)
  await untilWebhookProcessed(shop, 'PAYMENT.CAPTURE.COMPLETED', payment.reference)
  return { orderId, paypalOrderId, payment, reference: payment.reference }
}

/** An approved order whose capture lost PayPal's answer. */
export async function orderWithLostCapture(shop: TestShop, body?: unknown) {
  const buyer = shop.visitor()
  const order = await approvedOrder(shop, buyer, body)
  // The path of this order, so that late requests of earlier tests do not use up its fault.
  const path = `/v2/checkout/orders/${order.paypalOrderId}/capture`
  await shop.sandbox.fail({ provider: 'paypal', kind: 'reset', path })
  await buyer.post(`/api/orders/${order.orderId}/capture`, {})
  return { buyer, ...order }
}

/** PayPal's answer about a completed payment of 25 €. */
export function paymentOf(orderId: string, reference: string = randomUUID()): Payment {
  return {
    reference,
    orderId,
    providerOrderId: null,
    status: 'completed',
    heldReason: null,
    amountCents: cents(2500),
    refundedCents: cents(0),
    currency: 'EUR',
    payee: null,
    madeAt: new Date(),
    changedAt: new Date(),
    payerCountry: 'FR',
    movements: [],
  }
}

/** Waits until the product has processed PayPal's only webhook of this type for a payment. */
export async function untilWebhookProcessed(
  shop: TestShop,
  type: string,
  reference: string,
): Promise<void> {
  const events = () =>
    shop.services.database.db
      .selectFrom('webhook_events')
      .select('type')
      .where('type', '=', type)
      .where('processed_at', 'is not', null)
      .where(sql<boolean>`body::text like ${`%${reference}%`}`)
      .execute()
  // Not `expect.poll`, which does not work when several tests run at once.
  await vi.waitFor(async () => expect(await events()).toEqual([{ type }]))
}
