import { Hono, type Context } from 'hono'
import { z } from 'zod'
import type { SandboxEnv } from '#sandbox/stand-in.ts'
import { answerById, answerObject, answerPage, queryOf } from './answers.ts'
import type { Desk } from './desk.ts'
import { errorAnswer } from './errors.ts'
import type { Idempotency } from './idempotency.ts'
import { pageParams } from './lists.ts'
import { readForm } from './read-form.ts'
import { findRefundable, refundCharge, refundParams } from './refund-charge.ts'
import type { Dispute, Refund } from './state.ts'

const moneyBackPage = z.strictObject({
  ...pageParams,
  charge: z.string().optional(),
  payment_intent: z.string().optional(),
})

/** https://docs.stripe.com/api/refunds and https://docs.stripe.com/api/disputes */
export function moneyBackRoutes(desk: Desk, idempotency: Idempotency): Hono<SandboxEnv> {
  const { state } = desk
  const routes = new Hono<SandboxEnv>()
  routes.post('/v1/refunds', (c) =>
    idempotency.once(c, async (body) => {
      const params = readForm(refundParams, body)
      if (!params.ok) return errorAnswer(params.refusal)
      const { amount: amountCents, reason, metadata, expand } = params.value
      const charge = findRefundable(desk, params.value)
      if (!charge.ok) return errorAnswer(charge.refusal)
      const cause = { id: null, idempotency_key: c.req.header('idempotency-key') ?? null }
      const order = { amountCents, reason, metadata, cause }
      const outcome = await refundCharge(desk, charge.value, order)
      return outcome.ok
        ? answerObject(desk, 'refund', outcome.value.id, expand)
        : errorAnswer(outcome.refusal)
    }),
  )
  routes.get('/v1/refunds', (c) => answerOfPayment(c, 'refund', [...state.refunds.values()]))
  routes.get('/v1/refunds/:id', (c) => answerById(desk, c, 'refund'))
  routes.get('/v1/disputes', (c) => answerOfPayment(c, 'dispute', [...state.disputes.values()]))
  routes.get('/v1/disputes/:id', (c) => answerById(desk, c, 'dispute'))

  /** Those of one payment, when the query names one. */
  function answerOfPayment(
    c: Context<SandboxEnv>,
    kind: 'refund' | 'dispute',
    all: readonly (Refund | Dispute)[],
  ): Response {
    const query = readForm(moneyBackPage, queryOf(c))
    if (!query.ok) return errorAnswer(query.refusal)
    const { charge, payment_intent: intent } = query.value
    const wanted = all.filter(
      ({ chargeId, paymentIntentId }) =>
        (charge === undefined || chargeId === charge) &&
        (intent === undefined || paymentIntentId === intent),
    )
    return answerPage(desk, c, kind, wanted, query.value)
  }
  return routes
}
