import { z } from 'zod'
import type { MoneyControls } from '#sandbox/control.ts'
import { answerInvalid } from '#sandbox/read-control.ts'
import { presentDisputeBriefly } from './dispute-view.ts'
import { done, errorAnswer, type Outcome, refused } from './errors.ts'
import { captureRefunded, disputeChanged } from './events.ts'
import { announce, type FakePayPal, findCapture, now } from './fake-paypal.ts'
import {
  findAmountFault,
  fromMinorUnits,
  type Money,
  moneySchema,
  normalise,
  toMinorUnits,
} from './money.ts'
import {
  type Capture,
  type Dispute,
  leftOf,
  newDisputeId,
  newTransactionId,
  type Refund,
  sumRefunds,
  undisputedOf,
} from './state.ts'

/** Body of `POST /v2/payments/captures/{id}/refund`; without an amount the rest is refunded. */
export const refundRequest = z.object({
  amount: moneySchema.optional(),
  invoice_id: z.string().min(1).max(127).optional(),
  custom_id: z.string().min(1).max(127).optional(),
  note_to_payer: z.string().min(1).max(255).optional(),
})
type RefundRequest = z.output<typeof refundRequest>

/** Refunds a capture. `reversed` when PayPal does it against the shop's will. */
export async function refundCapture(
  fake: FakePayPal,
  captureId: string,
  request: RefundRequest,
  reversed = false,
): Promise<Outcome<Refund>> {
  const { state } = fake
  const capture = state.captures.get(captureId)
  if (!capture) return refused(404, 'INVALID_RESOURCE_ID')
  if (capture.status === 'PENDING') return refused(422, 'PENDING_CAPTURE')
  if (capture.status === 'DECLINED') return refused(422, 'REFUND_NOT_ALLOWED')
  if (capture.status === 'REFUNDED') return refused(422, 'CAPTURE_FULLY_REFUNDED')
  const currency = capture.amount.currency_code
  const paid = toMinorUnits(capture.amount)
  const refundedBefore = sumRefunds(capture)
  const left = leftOf(capture)
  if (left === 0) return refused(422, 'CAPTURE_FULLY_REFUNDED')
  const amount = request.amount ?? fromMinorUnits(left, currency)
  if (amount.currency_code !== currency) return refused(422, 'REFUND_CAPTURE_CURRENCY_MISMATCH')
  const fault = findAmountFault(amount)
  if (fault) return refused(422, fault)
  const refundedAfter = refundedBefore + toMinorUnits(amount)
  if (toMinorUnits(amount) > left) return refused(422, 'REFUND_AMOUNT_EXCEEDED')

  const refund: Refund = {
    id: newTransactionId(),
    captureId,
    amount: normalise(amount),
    totalRefunded: fromMinorUnits(refundedAfter, currency),
    invoiceId: request.invoice_id ?? capture.invoiceId,
    customId: request.custom_id ?? capture.customId,
    note: request.note_to_payer,
    createTime: now(),
  }
  state.refunds.set(refund.id, refund)
  capture.refunds.push(refund)
  capture.status = refundedAfter === paid ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  capture.updateTime = refund.createTime
  await announce(fake, captureRefunded(fake, refund, reversed ? 'REVERSED' : 'REFUNDED'))
  return done(refund)
}

type DisputeRefusal = 'not paid' | 'more than is left' | 'decided already'

/** Opens a buyer's dispute about what is left of a payment, or a part of it. */
async function openDispute(
  fake: FakePayPal,
  capture: Capture,
  amountMinor = undisputedOf(capture),
): Promise<Dispute | DisputeRefusal> {
  if (capture.status === 'PENDING' || capture.status === 'DECLINED') return 'not paid'
  if (amountMinor <= 0 || amountMinor > undisputedOf(capture)) return 'more than is left'
  const createTime = new Date().toISOString()
  const dispute: Dispute = {
    id: newDisputeId(),
    captureId: capture.id,
    amount: fromMinorUnits(amountMinor, capture.amount.currency_code),
    createTime,
    updateTime: createTime,
    outcome: 'open',
    taken: null,
    takenAsRefund: false,
  }
  fake.state.disputes.set(dispute.id, dispute)
  capture.disputes.push(dispute)
  await announce(fake, disputeChanged(fake, capture, dispute))
  return dispute
}

interface Decision {
  readonly outcome: 'won' | 'lost'
  /** How much a lost dispute takes; by default all that is disputed. Never more than the shop still has. */
  readonly amountMinor: number | undefined
  /** Whether that is listed as a refund too: PayPal documents nothing about it. */
  readonly takenAsRefund: boolean
}

/** Decides a dispute as PayPal would. A lost one takes money back from the shop. */
async function decideDispute(
  fake: FakePayPal,
  capture: Capture,
  dispute: Dispute,
  { outcome, amountMinor, takenAsRefund }: Decision,
): Promise<Dispute | DisputeRefusal> {
  if (dispute.outcome !== 'open') return 'decided already'
  const disputed = toMinorUnits(dispute.amount)
  if (amountMinor !== undefined && amountMinor > disputed) return 'more than is left'
  const takenMinor = outcome === 'lost' ? Math.min(amountMinor ?? disputed, leftOf(capture)) : 0
  dispute.outcome = outcome
  dispute.updateTime = new Date().toISOString()
  if (outcome === 'lost') {
    dispute.taken = fromMinorUnits(takenMinor, capture.amount.currency_code)
    dispute.takenAsRefund = takenAsRefund
  }
  await announce(fake, disputeChanged(fake, capture, dispute))
  if (dispute.taken && takenAsRefund && takenMinor > 0) {
    await refundCapture(fake, capture.id, { amount: dispute.taken }, true)
  }
  return dispute
}

const mostDays = 180
const path = '/v1/customer/disputes'

const listQuery = z.strictObject({
  start_time: z.iso
    .datetime()
    .refine((time) => Date.parse(time) >= Date.now() - mostDays * 24 * 60 * 60_000)
    .optional(),
  page_size: z.coerce.number().int().min(1).max(50).default(10),
  /** The last dispute of the page before. */
  next_page_token: z.string().optional(),
})

/** The shop's disputes, the newest first. https://developer.paypal.com/docs/api/customer-disputes/v1/#disputes_list */
export function listDisputes(
  { state, origin }: FakePayPal,
  query: Record<string, string>,
): Response {
  const { data } = listQuery.safeParse(query)
  if (!data) return errorAnswer({ status: 400, issue: 'INVALID_PARAMETER_VALUE' })
  const since = Date.parse(data.start_time ?? '1970-01-01T00:00:00Z')
  const disputes = [...state.disputes.values()]
    .filter(({ createTime }) => Date.parse(createTime) >= since)
    .toReversed()
  const from = disputes.findIndex(({ id }) => id === data.next_page_token) + 1
  const page = disputes.slice(from, from + data.page_size)
  const last = page.at(-1)
  const hasMore = from + page.length < disputes.length
  const addressOf = (more: Record<string, string>): string =>
    `${origin}${path}?${new URLSearchParams({ ...query, ...more }).toString()}`
  return Response.json({
    items: page.map((dispute) => presentDisputeBriefly(origin, dispute)),
    links: [
      { href: addressOf({}), rel: 'self', method: 'GET' },
      ...(last && hasMore
        ? [{ href: addressOf({ next_page_token: last.id }), rel: 'next', method: 'GET' }]
        : []),
    ],
  })
}

const unknownReference = 'no payment with this order, capture or dispute id'

/** Refunds and disputes as made on PayPal's own pages. */
export function paypalMoneyControls(fake: FakePayPal): MoneyControls {
  return {
    async refund(reference, amountCents) {
      const capture = findCapture(fake.state, reference)
      if (!capture) return answerInvalid('reference', unknownReference)
      const amount = toMoney(capture, amountCents)
      const outcome = await refundCapture(fake, capture.id, amount ? { amount } : {})
      if (!outcome.ok) return errorAnswer({ ...outcome.refusal, status: 422 })
      return Response.json({ refundId: outcome.value.id, captureStatus: capture.status })
    },
    async dispute(reference, { outcome, amountCents, takenAsRefund }) {
      const capture = findCapture(fake.state, reference)
      if (!capture) return answerInvalid('reference', unknownReference)
      const known =
        fake.state.disputes.get(reference) ??
        (outcome === 'open' ? undefined : capture.disputes.find(isOpen))
      if (known && outcome === 'open') return answerInvalid('outcome', 'it is there already')
      const opened = known ?? (await openDispute(fake, capture, amountCents))
      if (typeof opened === 'string') return answerInvalid('amountCents', opened)
      const decision = { outcome, amountMinor: amountCents, takenAsRefund }
      const dispute =
        outcome === 'open'
          ? opened
          : await decideDispute(fake, capture, opened, { ...decision, outcome })
      if (typeof dispute === 'string') return answerInvalid('outcome', dispute)
      return Response.json({ disputeId: dispute.id, outcome: dispute.outcome })
    },
  }
}

function isOpen({ outcome }: Dispute): boolean {
  return outcome === 'open'
}

function toMoney(capture: Capture, amountCents: number | undefined): Money | undefined {
  return amountCents === undefined
    ? undefined
    : fromMinorUnits(amountCents, capture.amount.currency_code)
}
