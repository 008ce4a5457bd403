import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { TestShop } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'
import { approvedOrder, readRecords } from './checkout.ts'

/**
 * An order that is paid, of which PayPal's own webhooks have been taken as well: one that comes late
 * would meddle with what a test does next.
 */
export async function paidOrder(shop: TestShop, visitor: Visitor, body?: unknown) {
  const { orderId, paypalOrderId } = await approvedOrder(shop, visitor, body)
  const answer = await visitor.post(`/api/orders/${orderId}/capture`, {})
  expect(answer.body['status']).toBe('settled')
  const { payments } = await readRecords(shop, orderId)
  const [payment] = payments
  if (!payment) throw new Error('an order that is paid has a payment')
  await untilWebhookProcessed(shop, 'CHECKOUT.ORDER.APPROVED', paypalOrderId)
  await untilWebhookProcessed(shop, 'PAYMENT.CAPTURE.COMPLETED', payment.reference)
  return { orderId, paypalOrderId, payment, reference: payment.reference }
}

/** Waits until we have taken the one webhook of this type that PayPal sends about a payment. */
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
  // Not by `expect.poll`, which knows no test where several run at once.
  await vi.waitFor(async () => expect(await events()).toEqual([{ type }]), 30_000)
}
