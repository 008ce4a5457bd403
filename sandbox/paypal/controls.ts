import { Hono } from 'hono'
import { z } from 'zod'
import { answerInvalid, readControl } from '#sandbox/read-control.ts'
import type { SandboxEnv } from '#sandbox/fake-provider.ts'
import { approveOrder, buyerOutcomes, payHostedButton } from './window.ts'
import { reviewCapture } from './orders.ts'
import type { FakePayPal } from './fake-paypal.ts'
import { feeOf, toMinorUnits } from './money.ts'
import { type Capture, heldReasons, hostedButton, sumReturned } from './state.ts'

const id = z.string().min(1).max(40)
const approval = z.strictObject({
  orderId: id,
  outcome: z.enum(buyerOutcomes).default('pay'),
  reason: z.enum(heldReasons).optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
})
const hostedPayment = z.strictObject({ hostedButtonId: id })
const review = z.strictObject({ captureId: id, outcome: z.enum(['complete', 'deny']) })
const buttonTable = z.strictObject({ buttons: z.array(hostedButton) })

/** Stands in for a buyer, an owner or a reviewer in tests without a browser. */
export function paypalControls(fake: FakePayPal): Hono<SandboxEnv> {
  const { state } = fake
  const routes = new Hono<SandboxEnv>()
  routes.post('/_sandbox/paypal/approve', async (c) => {
    const reading = readControl(approval, await c.req.text())
    if (!reading.ok) return reading.answer
    const order = state.orders.get(reading.value.orderId)
    if (!order) return answerInvalid('orderId', 'no such order')
    const { outcome, reason: heldReason, country } = reading.value
    await approveOrder(fake, order, outcome, { heldReason, country })
    return c.json({ orderId: order.id, status: order.status })
  })
  routes.post('/_sandbox/paypal/pay-hosted-button', async (c) => {
    const reading = readControl(hostedPayment, await c.req.text())
    if (!reading.ok) return reading.answer
    const transactionId = await payHostedButton(fake, reading.value.hostedButtonId)
    return transactionId === null
      ? answerInvalid('hostedButtonId', 'no such button: send it to /_sandbox/hosted-buttons first')
      : c.json({ transactionId })
  })
  routes.post('/_sandbox/paypal/review', async (c) => {
    const reading = readControl(review, await c.req.text())
    if (!reading.ok) return reading.answer
    const capture = await reviewCapture(fake, reading.value.captureId, reading.value.outcome)
    if (!capture) return answerInvalid('captureId', 'no payment of this id is held for review')
    return c.json({ captureId: capture.id, status: capture.status })
  })
  routes.get('/_sandbox/paypal/payments', (c) =>
    c.json([...state.captures.values()].map(toAuditEntry)),
  )
  routes.get('/_sandbox/paypal/balance', (c) =>
    c.json([...state.captures.values()].flatMap(listMovements)),
  )
  routes.post('/_sandbox/hosted-buttons', async (c) => {
    const reading = readControl(buttonTable, await c.req.text())
    if (!reading.ok) return reading.answer
    for (const button of reading.value.buttons) {
      state.hostedButtons.set(button.hostedButtonId, button)
    }
    return c.json({ buttons: [...state.hostedButtons.values()] })
  })
  return routes
}

/** What a payment meant for the shop's balance, in the smallest units. */
function listMovements(capture: Capture) {
  if (capture.status === 'PENDING' || capture.status === 'DECLINED') return []
  const currency = capture.amount.currency_code
  const move = (reference: string, kind: string, movedAt: string, gross: number, fee: number) => ({
    reference,
    kind,
    movedAt,
    grossCents: gross,
    currency,
    feeCents: fee,
    netCents: gross - fee,
    settledCurrency: currency,
  })
  const { createTime, amount: paid, refunds, disputes } = capture
  return [
    move(capture.id, 'sale', createTime, toMinorUnits(paid), toMinorUnits(feeOf(paid))),
    ...refunds.map((refund) =>
      move(refund.id, 'refund', refund.createTime, -toMinorUnits(refund.amount), 0),
    ),
    ...disputes.flatMap((dispute) => {
      const { amount, taken, takenAsRefund, updateTime } = dispute
      // What it took is one of the refunds then.
      const gross = taken && !takenAsRefund ? -toMinorUnits(taken) : 0
      return taken
        ? [move(dispute.id, 'dispute', updateTime, gross, toMinorUnits(feeOf(amount)))]
        : []
    }),
  ]
}

/** PayPal's own record of a payment; amounts in the smallest units of its currency. */
function toAuditEntry(capture: Capture) {
  return {
    captureId: capture.id,
    orderId: capture.orderId,
    customId: capture.customId ?? null,
    status: capture.status,
    amountCents: toMinorUnits(capture.amount),
    backCents: sumReturned(capture),
    openDisputes: capture.disputes.filter(({ outcome }) => outcome === 'open').length,
  }
}
