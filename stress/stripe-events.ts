import { Stripe } from 'stripe'
import { z } from 'zod'
import { stripeCredentials } from '#sandbox/credentials.ts'
import type { TestShop } from '#test/shop.ts'
import { inParallel } from './calls.ts'

/** An event as Stripe would send it, byte by byte. */
export interface StripeEvent {
  readonly id: string
  readonly type: string
  readonly sessionId: string
  readonly body: string
}

const eventShape = z.object({
  data: z.object({
    object: z.union([
      z.object({ payment_intent: z.string(), object: z.enum(['charge', 'refund', 'dispute']) }),
      z.object({ id: z.string(), object: z.enum(['checkout.session', 'payment_intent']) }),
    ]),
  }),
})

const stripe = new Stripe(stripeCredentials.secretKey)

/** All events of all sessions, by session. */
export async function readEvents({
  sandbox,
}: TestShop): Promise<ReadonlyMap<string, readonly StripeEvent[]>> {
  const books = await sandbox.stripe.readPayments()
  const sessionOf = new Map(
    books.flatMap(
      (entry) =>
        [
          [entry.sessionId, entry.sessionId],
          ...(entry.paymentIntentId === null
            ? []
            : [[entry.paymentIntentId, entry.sessionId] as const]),
        ] as const,
    ),
  )
  const events: StripeEvent[] = []
  const entries = [...(await sandbox.stripe.readEvents()).entries()]
  await inParallel(entries, 8, async ([place, { eventId: id, type }]) => {
    const answer = await fetch(`${sandbox.origin}/v1/events/${id}`, {
      headers: { authorization: `Bearer ${stripeCredentials.secretKey}` },
    })
    const body = await answer.text()
    const { object } = eventShape.parse(JSON.parse(body)).data
    const sessionId = sessionOf.get('id' in object ? object.id : object.payment_intent)
    if (sessionId === undefined) throw new Error(`${type} ${id} belongs to no session`)
    events[place] = { id, type, sessionId, body }
  })
  return Map.groupBy(events, (event) => event.sessionId)
}

/** Delivers a body. Without a `signature` the header is missing. Returns the product's status. */
export async function deliver(
  { origin }: TestShop,
  body: string,
  signature: string | undefined,
  address?: string,
): Promise<number> {
  const response = await fetch(`${origin}/webhooks/stripe`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(signature !== undefined && { 'stripe-signature': signature }),
      ...(address !== undefined && { 'x-forwarded-for': address }),
    },
    body,
  })
  await response.body?.cancel()
  return response.status
}

interface Signing {
  readonly secret?: string
  /** Unix seconds; now by default. */
  readonly timestamp?: number
}

export function sign(payload: string, { secret, timestamp }: Signing = {}): string {
  return stripe.webhooks.generateTestHeaderString({
    payload,
    secret: secret ?? stripeCredentials.webhookSecret,
    ...(timestamp !== undefined && { timestamp }),
  })
}
