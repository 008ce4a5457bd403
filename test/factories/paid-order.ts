import { sql } from 'kysely'
import { expect, vi } from 'vitest'
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
  expect(answer.body['status']).toBe('settled')
  const { payments } = await readRecords(shop, orderId)
  const [payment] = payments
  if (!payment) throw new Error('an order that is paid has a payment')
  await untilWebhookProcessed(shop, 'CHECKOUT.ORDER.APPROVED', paypalOrderId)
  await untilWebhookProcessed(shop, 'PAYMENT.CAPTURE.COMPLETED', payment.reference)
  return { orderId, paypalOrderId, payment, reference: payment.reference }
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
  await vi.waitFor(async () => expect(await events()).toEqual([{ type }]), 30_000)
}
