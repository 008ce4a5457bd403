import { expect, test } from 'vitest'
import type { OrderView } from '#contract/checkout.ts'
import { orderView } from '#test/factories/order-view.ts'
import { ApiProblem, type FailureCode } from '#web/api/client.ts'
import type { OpenedOrder, OrderPhase } from './opened-order.ts'
import { progressAfter, type PaymentEvent, type Progress, type Question } from './order-progress.ts'
import type { PaymentNotice } from './payment-notice.ts'

const pending: OpenedOrder = {
  orderId: 'order-1',
  item: {
    id: '0b0c7c86-5a3e-4b6f-9d51-0d6c8a0f1a11',
    name: 'Priority Queue',
    type: 'Priority Queue',
    price: 25,
    duration: 3,
  },
  steamId: '76561198006409531',
  discordUsername: 'nadia',
  listedAsDonor: false,
  phase: 'open',
  status: 'pending',
}
const inPhase = (phase: OrderPhase): OpenedOrder => ({ ...pending, phase })
const underReview: OpenedOrder = { ...pending, status: 'processing' }
const unseen: OpenedOrder = { ...pending, status: null }

function word(question: Question, status: OrderView['status']): PaymentEvent {
  const value = orderView({ status, steamId: pending.steamId })
  return { type: 'answered', question, answer: { ok: true, value } }
}

function silence(question: Question, code: FailureCode): PaymentEvent {
  return { type: 'answered', question, answer: { ok: false, problem: new ApiProblem(code, 0) } }
}

function after(order: OpenedOrder, event: PaymentEvent, notice: PaymentNotice | null = null) {
  return progressAfter(order, notice, event)
}

const cancelled: PaymentEvent = { type: 'ended', reason: 'cancelled' }
const failed: PaymentEvent = { type: 'ended', reason: 'failed' }

test.each<[string, OpenedOrder, PaymentEvent, Progress]>([
  [
    'a press on the button',
    pending,
    { type: 'started' },
    { order: inPhase('started'), notice: null },
  ],
  [
    'a yes',
    inPhase('started'),
    { type: 'approved' },
    { order: inPhase('capturing'), notice: null },
  ],
  ['a closed window', inPhase('started'), cancelled, { order: pending, notice: 'cancelled' }],
  ['an error of PayPal', inPhase('started'), failed, { order: pending, notice: 'failed' }],
  [
    'our server away at the start',
    inPhase('started'),
    { type: 'start_refused', code: 'network_error' },
    { order: pending, notice: 'server_unreachable' },
  ],
  [
    'an order that the browser lost',
    inPhase('started'),
    { type: 'start_refused', code: 'order_not_found' },
    { order: null, notice: 'lost' },
  ],
])('%s', (_name, order, event, progress) => {
  expect(after(order, event)).toEqual(progress)
})

test.each(['capturing', 'approved'] as const)(
  'once %s, PayPal’s button takes nothing back',
  (phase) => {
    for (const event of [cancelled, failed, { type: 'started' } as const]) {
      expect(after(inPhase(phase), event)).toEqual({ order: inPhase(phase), notice: null })
    }
  },
)

test.each(['pending', 'expired', 'superseded'] as const)(
  'an answer %s to a look from before the approval takes it back neither',
  (status) => {
    expect(after(inPhase('capturing'), word('look', status)).order).toEqual(inPhase('capturing'))
    expect(after(inPhase('approved'), word('look', status)).order).toEqual(inPhase('approved'))
  },
)

test('the capture itself may say that there is nothing to collect', () => {
  expect(after(inPhase('approved'), word('capture', 'pending'), 'unconfirmed')).toEqual({
    order: pending,
    notice: null,
  })
})

test.each(['look', 'capture'] as const)(
  'a paid order is told once, whoever asks (%s)',
  (question) => {
    const progress = after(inPhase('capturing'), word(question, 'settled'))
    expect(progress).toMatchObject({ order: null, notice: null, paid: { id: 'order-1' } })
  },
)

test('a paid order whose payer wants the money back is told as paid, once', () => {
  const progress = after(inPhase('approved'), word('look', 'disputed'))
  expect(progress).toMatchObject({ order: null, notice: null, paid: { status: 'disputed' } })
})

test.each([
  ['expired', pending, 'reopened'],
  ['expired', underReview, 'denied'],
  ['superseded', inPhase('approved'), 'replaced'],
  ['refunded', pending, 'refunded'],
] as const)('an order that is %s is over, and its buyer hears of it', (status, order, notice) => {
  expect(after(order, word('capture', status))).toEqual({ order: null, notice })
})

test('a review by PayPal ends the wait, and no late answer brings the button back', () => {
  expect(after(inPhase('capturing'), word('capture', 'processing')).order).toEqual(underReview)
  expect(after(underReview, word('look', 'pending')).order).toEqual(underReview)
})

test('a cancelled window stays told while the order is still pending', () => {
  expect(after(pending, word('look', 'pending'), 'cancelled').notice).toBe('cancelled')
})

test.each(['network_error', 'timeout', 'payment_provider_unavailable', 'internal_error'] as const)(
  'after the approval %s claims nothing, and the approval stands',
  (code) => {
    expect(after(inPhase('capturing'), silence('capture', code))).toEqual({
      order: inPhase('approved'),
      notice: 'unconfirmed',
    })
  },
)

test('an answer of PayPal that nobody can read is told as such, until one can be read', () => {
  const told = after(inPhase('capturing'), silence('capture', 'payment_answer_unreadable'))
  expect(told).toEqual({ order: inPhase('approved'), notice: 'unreadable' })
  expect(after(inPhase('approved'), word('capture', 'pending'), 'unreadable').notice).toBe(null)
})

test('a decline in the open window leaves the window to the buyer, a later one the button', () => {
  const declined = silence('capture', 'payment_declined')
  expect(after(inPhase('capturing'), declined)).toEqual({
    order: inPhase('started'),
    notice: 'declined',
  })
  expect(after(inPhase('approved'), declined)).toEqual({ order: pending, notice: 'declined' })
})

test('an order that our server does not know is told, and kept once money may be on its way', () => {
  const unknown = silence('look', 'order_not_found')
  expect(after(pending, unknown)).toEqual({ order: null, notice: 'lost' })
  expect(after(inPhase('approved'), unknown)).toEqual({
    order: inPhase('approved'),
    notice: 'lost',
  })
})

test('a first look without an answer is an unknown state, until one comes', () => {
  expect(after(unseen, silence('look', 'timeout')).notice).toBe('unknown')
  expect(after(unseen, word('look', 'pending'), 'unknown')).toEqual({
    order: pending,
    notice: null,
  })
  expect(after(pending, silence('look', 'timeout'))).toEqual({ order: pending, notice: null })
})

test('the error with which PayPal answers our refusal does not bury the better message', () => {
  expect(after(pending, failed, 'server_unreachable').notice).toBe('server_unreachable')
  expect(after(underReview, failed).notice).toBeNull()
})
