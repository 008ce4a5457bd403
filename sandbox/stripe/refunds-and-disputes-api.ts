import { Hono, type Context } from 'hono'
import { z } from 'zod'
import type { SandboxEnv } from '#sandbox/fake-provider.ts'
import { answerById, answerObject, answerPage, queryOf } from './answers.ts'
import type { FakeStripe } from './fake-stripe.ts'
import { errorAnswer } from './errors.ts'
import type { Idempotency } from './idempotency.ts'
import { pageParams } from './lists.ts'
import { formInteger, readForm } from './read-form.ts'
import { findRefundable, refundCharge, refundParams } from './refund-charge.ts'
import type { Dispute, Refund } from './state.ts'

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
