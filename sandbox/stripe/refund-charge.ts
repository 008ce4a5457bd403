import { z } from 'zod'
import { randomInt } from 'node:crypto'
import type { FakeStripe } from './fake-stripe.ts'
import { done, missing, refused, type Outcome } from './errors.ts'
import { announce, type Cause } from './events.ts'
import { newId } from './ids.ts'
import { leftOf, sumRefunds } from './returned-amounts.ts'
import { formInteger, formList, formMetadata } from './read-form.ts'
import { nowSeconds, type Charge, type Refund } from './state.ts'

/** Body of `POST /v1/refunds`; without an amount all that is left is refunded. */
export const refundParams = z.strictObject({
  charge: z.string().min(1).optional(),
  payment_intent: z.string().min(1).optional(),
  amount: formInteger.pipe(z.int().min(1)).optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: formMetadata.default({}),
  expand: formList(z.string()).default([]),
})

export interface RefundOrder {
  readonly amountCents: number | undefined
  readonly reason?: Refund['reason'] | undefined
  readonly metadata?: Readonly<Record<string, string>>
  readonly cause?: Cause
}

/** The charge that a refund names. */
export function findRefundable(
  { state }: FakeStripe,
  { charge: chargeId, payment_intent: intentId }: z.output<typeof refundParams>,
): Outcome<Charge> {
  if (chargeId !== undefined) {
    const charge = state.charges.get(chargeId)
    return charge ? done(charge) : missing('charge', chargeId, 'charge')
  }
  if (intentId === undefined) {
    return refused(
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  }
  const intent = state.paymentIntents.get(intentId)
  if (!intent) return missing('payment_intent', intentId, 'payment_intent')
  const charge = state.charges.get(intent.latestChargeId ?? '')
  return charge?.status === 'succeeded'
    ? done(charge)
    : refused(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, {
        param: 'payment_intent',
      })
}

/** Refunds a charge at once. */
export async function refundCharge(
  fake: FakeStripe,
  charge: Charge,
  order: RefundOrder,
): Promise<Outcome<Refund>> {
  const left = leftOf(charge)
  const amountCents = order.amountCents ?? left
  const refusal = findRefusal(charge, left, amountCents)
  if (refusal) return refusal
  const before = { amount_refunded: sumRefunds(charge), refunded: false }
  const refund: Refund = {
    id: newId('re'),
    chargeId: charge.id,
    paymentIntentId: charge.paymentIntentId,
    balanceTransactionId: newId('txn'),
    created: nowSeconds(),
    amountCents,
    currency: charge.currency,
    metadata: order.metadata ?? {},
    reason: order.reason ?? null,
    reference: null,
  }
  fake.state.refunds.set(refund.id, refund)
  charge.refunds = [refund, ...charge.refunds]
  const { cause } = order
  await announce(fake, 'refund.created', refund.id, { ...(cause && { cause }) })
  await announce(fake, 'charge.refunded', charge.id, { before, ...(cause && { cause }) })
  refund.reference = String(randomInt(1e10, 1e11))
  await announce(fake, 'refund.updated', refund.id, { before: { destination_details: {} } })
  return done(refund)
}

function findRefusal(
  charge: Charge,
  left: number,
  amountCents: number,
): ReturnType<typeof refused> | null {
  if (charge.status !== 'succeeded') {
    return refused(`Charge ${charge.id} has not been paid; it cannot be refunded.`)
  }
  if (sumRefunds(charge) === charge.amountCents) {
    return refused(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  }
  if (left === 0) {
    return refused(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  }
  if (amountCents <= left) return null
  const message = `Refund amount (${inDollars(amountCents)}) is greater than unrefunded amount on charge (${inDollars(left)})`
  return refused(message, { param: 'amount' })
}

function inDollars(amountCents: number): string {
  return `$${(amountCents / 100).toFixed(2)}`
}
