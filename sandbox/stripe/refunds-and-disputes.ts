import { randomInt } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { MoneyControls } from '#sandbox/control.ts'
import type { SandboxEnv } from '#sandbox/fake-provider.ts'
import { answerInvalid } from '#sandbox/read-control.ts'
import { answerById, answerObject, answerPage, pageParams, queryOf } from './answers.ts'
import {
  done,
  errorAnswer,
  formInteger,
  formList,
  formMetadata,
  missing,
  type Outcome,
  readForm,
  refused,
} from './errors.ts'
import { announce, type Cause, type FakeStripe } from './fake-stripe.ts'
import type { Idempotency } from './idempotency.ts'
import {
  type Charge,
  type Dispute,
  findCharge,
  leftOf,
  newId,
  newOtherId,
  nowSeconds,
  type Refund,
  sumRefunds,
} from './state.ts'

const pageOfPayment = z.strictObject({
  ...pageParams,
  charge: z.string().optional(),
  created: z.strictObject({ gte: formInteger.optional() }).default({}),
  payment_intent: z.string().optional(),
})

/** https://docs.stripe.com/api/refunds and https://docs.stripe.com/api/disputes */
export function refundAndDisputeRoutes(
  fake: FakeStripe,
  idempotency: Idempotency,
): Hono<SandboxEnv> {
  const { state } = fake
  const routes = new Hono<SandboxEnv>()
  routes.post('/v1/refunds', (c) =>
    idempotency.once(c, async (body) => {
      const params = readForm(refundParams, body)
      if (!params.ok) return errorAnswer(params.refusal)
      const { amount: amountCents, reason, metadata, expand } = params.value
      const charge = findRefundable(fake, params.value)
      if (!charge.ok) return errorAnswer(charge.refusal)
      const cause = { id: null, idempotency_key: c.req.header('idempotency-key') ?? null }
      const order = { amountCents, reason, metadata, cause }
      const outcome = await refundCharge(fake, charge.value, order)
      return outcome.ok
        ? answerObject(fake, 'refund', outcome.value.id, expand)
        : errorAnswer(outcome.refusal)
    }),
  )
  routes.get('/v1/refunds', (c) => answerOfPayment(c, 'refund', [...state.refunds.values()]))
  routes.get('/v1/refunds/:id', (c) => answerById(fake, c, 'refund'))
  routes.get('/v1/disputes', (c) => answerOfPayment(c, 'dispute', [...state.disputes.values()]))
  routes.get('/v1/disputes/:id', (c) => answerById(fake, c, 'dispute'))

  /** The objects of one payment when the query names one, the newest first. */
  function answerOfPayment(
    c: Context<SandboxEnv>,
    kind: 'refund' | 'dispute',
    all: readonly (Refund | Dispute)[],
  ): Response {
    const query = readForm(pageOfPayment, queryOf(c))
    if (!query.ok) return errorAnswer(query.refusal)
    const { charge, payment_intent: intent, created } = query.value
    const wanted = all.filter(
      ({ chargeId, paymentIntentId, ...one }) =>
        one.created >= (created.gte ?? 0) &&
        (charge === undefined || chargeId === charge) &&
        (intent === undefined || paymentIntentId === intent),
    )
    return answerPage(fake, c, kind, wanted, query.value)
  }
  return routes
}

/** Body of `POST /v1/refunds`; without an amount all that is left is refunded. */
const refundParams = z.strictObject({
  charge: z.string().min(1).optional(),
  payment_intent: z.string().min(1).optional(),
  amount: formInteger.pipe(z.int().min(1)).optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: formMetadata.default({}),
  expand: formList(z.string()).default([]),
})

interface RefundOrder {
  readonly amountCents: number | undefined
  readonly reason?: Refund['reason'] | undefined
  readonly metadata?: Readonly<Record<string, string>>
  readonly cause?: Cause
}

/** The charge that a refund names. */
function findRefundable(
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
async function refundCharge(
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

/**
 * Opens a buyer's chargeback, which takes the money from the shop at once. Returns a sentence when
 * it is impossible.
 */
async function openDispute(
  fake: FakeStripe,
  charge: Charge,
  amountCents = leftOf(charge),
): Promise<Dispute | 'not paid' | 'more than is left'> {
  if (charge.status !== 'succeeded') return 'not paid'
  if (amountCents <= 0 || amountCents > leftOf(charge)) return 'more than is left'
  const dispute: Dispute = {
    id: newOtherId('du'),
    chargeId: charge.id,
    paymentIntentId: charge.paymentIntentId,
    created: nowSeconds(),
    amountCents,
    currency: charge.currency,
    outcome: 'open',
    decided: null,
    withdrawalId: newOtherId('txn'),
    reinstatementId: null,
  }
  fake.state.disputes.set(dispute.id, dispute)
  charge.disputes = [dispute, ...charge.disputes]
  await announce(fake, 'charge.dispute.created', dispute.id)
  await announce(fake, 'charge.dispute.funds_withdrawn', dispute.id)
  return dispute
}

/** The bank decides. A won dispute returns the money. False when it was already decided. */
async function decideDispute(
  fake: FakeStripe,
  dispute: Dispute,
  outcome: 'won' | 'lost',
): Promise<boolean> {
  if (dispute.outcome !== 'open') return false
  dispute.outcome = outcome
  dispute.decided = nowSeconds()
  if (outcome === 'won') dispute.reinstatementId = newOtherId('txn')
  const before = { status: 'needs_response' }
  await announce(fake, 'charge.dispute.closed', dispute.id, { before })
  if (outcome === 'won') await announce(fake, 'charge.dispute.funds_reinstated', dispute.id)
  return true
}

const unknownReference = 'no payment with this session, payment intent, charge or dispute id'

/** Refunds as made in Stripe's dashboard, and disputes as buyers and banks make them. */
export function stripeMoneyControls(fake: FakeStripe): MoneyControls {
  const { state } = fake
  return {
    async refund(reference, amountCents) {
      const charge = findCharge(state, reference)
      if (!charge) return answerInvalid('reference', unknownReference)
      const outcome = await refundCharge(fake, charge, { amountCents })
      if (!outcome.ok) return answerInvalid('amountCents', outcome.refusal.message)
      return Response.json({ refundId: outcome.value.id, chargeId: charge.id })
    },
    async dispute(reference, { outcome, amountCents }) {
      const charge = findCharge(state, reference)
      if (!charge) return answerInvalid('reference', unknownReference)
      const known =
        state.disputes.get(reference) ??
        (outcome === 'open'
          ? undefined
          : charge.disputes.find((dispute) => dispute.outcome === 'open'))
      if (known && outcome === 'open') return answerInvalid('outcome', 'it is there already')
      const dispute = known ?? (await openDispute(fake, charge, amountCents))
      if (typeof dispute === 'string') return answerInvalid('amountCents', dispute)
      if (outcome !== 'open' && !(await decideDispute(fake, dispute, outcome))) {
        return answerInvalid('outcome', 'decided already')
      }
      return Response.json({ disputeId: dispute.id, outcome: dispute.outcome })
    },
  }
}
