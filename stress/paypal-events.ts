import { z } from 'zod'
import type { TestShop } from '#test/shop.ts'
import type { Donation } from './paypal-histories.ts'

/** An event as PayPal would send it, byte by byte, with its proof. */
export interface PayPalEvent {
  readonly type: string
  readonly orderId: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

const writtenEvent = z.object({
  kind: z.literal('webhook'),
  eventType: z.string(),
  headers: z.record(z.string(), z.string()),
  rawBody: z.string(),
})

/** All events of these donations, by order. */
export async function readEvents(
  { sandbox }: TestShop,
  donations: readonly Donation[],
): Promise<ReadonlyMap<string, readonly PayPalEvent[]>> {
  const orderOf = new Map(donations.map(({ paypalOrderId, orderId }) => [paypalOrderId, orderId]))
  for (const { captureId, orderId: paypalOrderId } of await sandbox.readPayments()) {
    const orderId = orderOf.get(paypalOrderId)
    if (orderId !== undefined) orderOf.set(captureId, orderId)
  }
  const log = await sandbox.readLog('paypal')
  const events = log.flatMap((entry): PayPalEvent[] => {
    const written = writtenEvent.safeParse(entry).data
    if (!written) return []
    const { eventType: type, headers, rawBody: body } = written
    const ids = body.match(/\b[0-9A-Z]{17}\b/g) ?? []
    const orderId = ids.map((id) => orderOf.get(id)).find((known) => known !== undefined)
    return orderId === undefined ? [] : [{ type, orderId, body, headers }]
  })
  return Map.groupBy(events, (event) => event.orderId)
}

/** Delivers a body. Returns the product's status. */
export async function deliver(
  { origin }: TestShop,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const response = await fetch(`${origin}/webhooks/paypal`, { method: 'POST', headers, body })
  await response.body?.cancel()
  return response.status
}
