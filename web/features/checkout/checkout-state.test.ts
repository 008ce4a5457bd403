import { expect, test } from 'vitest'
import type { OrderView } from '#contract/checkout.ts'
import type { CartItem } from '#domain/cart.ts'
import type { OrderStatus } from '#domain/orders.ts'
import { orderView } from '#test/factories/order-view.ts'
import { ApiProblem, type FailureCode } from '#web/app/api-client.ts'
import {
  initialCheckout,
  noticeForOpening,
  noticeForStart,
  reduceCheckout,
  reduceProgress,
  type ButtonEvent,
  type CheckoutEvent,
  type CheckoutState,
  type PaymentEvent,
  type PaymentNotice,
  type Progress,
  type OrderRequest,
} from './checkout-state.ts'
import type { OpenedOrder, OrderPhase } from './opened-order.ts'

const item = (id: string): CartItem => ({
  id,
  name: 'Priority Queue',
  type: 'Priority Queue',
  price: 25,
})
const [first, second] = [item('first'), item('second')]
const steamId = '76561198006409531'

const opening = (...items: readonly CartItem[]): CheckoutEvent => ({
  type: 'opening',
  itemIds: items.map(({ id }) => id),
})
const opened = (
  { id }: CartItem,
  orderId = `order of ${id}`,
  itemIds: readonly string[] = [id],
): CheckoutEvent => ({
  type: 'opened',
  order: {
    item: item(id),
    orderId,
    steamId,
    discordUsername: 'nadia',
    forSomebodyElse: false,
    listedAsDonor: false,
    itemIds: [...itemIds],
  },
})
const payment = ({ id }: CartItem, event: PaymentEvent): CheckoutEvent => ({
  type: 'payment',
  orderId: `order of ${id}`,
  event,
})
const answered = (
  cartItem: CartItem,
  request: OrderRequest,
  status: OrderStatus,
): CheckoutEvent => {
  const value = orderView({ id: `order of ${cartItem.id}`, status, steamId })
  return payment(cartItem, { type: 'answered', request, answer: { ok: true, value } })
}
const started: ButtonEvent = { type: 'started' }
const approved: ButtonEvent = { type: 'approved', paypalOrderId: 'PAYPAL-1' }

function after(...events: readonly CheckoutEvent[]): CheckoutState {
  return events.reduce(reduceCheckout, initialCheckout)
}

const phasesOf = (state: CheckoutState) =>
  Object.fromEntries(state.orders.map((order) => [order.item.id, order.phase]))

test('pressing pay clears the notice of this item only', () => {
  const refused = (cartItem: CartItem): CheckoutEvent => ({
    type: 'opening_refused',
    item: cartItem,
    notice: 'not_sent',
  })
  const state = after(refused(first), refused(second), opening(first))
  expect(state).toMatchObject({ openingItemIds: ['first'], notices: { second: 'not_sent' } })
})

test('rejected fields enable the buttons again, without a notice at the item', () => {
  const state = after(opening(first), { type: 'opening_refused', item: first, notice: null })
  expect(state).toMatchObject({ openingItemIds: [], notices: {} })
})

test('opening the second item does not change the capture of the first', () => {
  const capturing = [opened(first), payment(first, started), payment(first, approved)]
  const state = after(...capturing, opening(second), opened(second))
  expect(phasesOf(state)).toEqual({ first: 'capturing', second: 'open' })
})

test('a failure of the first item ends neither the opening nor the capture of the second', () => {
  const state = after(
    opened(first),
    opened(second),
    payment(second, approved),
    opening(item('third')),
    payment(first, started),
    payment(first, { type: 'ended', reason: 'failed' }),
  )
  expect(state).toMatchObject({ openingItemIds: ['third'], notices: { first: 'failed' } })
  expect(phasesOf(state)).toEqual({ first: 'open', second: 'capturing' })
})

test('each item is paid by its own order, listed in the order of payment', () => {
  const state = after(
    opened(first),
    payment(first, approved),
    opened(second),
    payment(second, approved),
    answered(second, 'capture', 'paid'),
    answered(first, 'fetch', 'pending'),
    answered(first, 'capture', 'paid'),
  )
  expect(state.orders).toEqual([])
  expect(state.paid.map(({ id }) => id)).toEqual(['order of second', 'order of first'])
})

test('events of a finished order change nothing', () => {
  const paid = after(opened(first), payment(first, approved), answered(first, 'capture', 'paid'))
  expect(reduceCheckout(paid, answered(first, 'fetch', 'paid'))).toBe(paid)
  expect(reduceCheckout(paid, payment(first, { type: 'ended', reason: 'failed' }))).toBe(paid)
})

test('a decline is shown only for its own item', () => {
  const problem = new ApiProblem('payment_declined', 402)
  const declined: PaymentEvent = {
    type: 'answered',
    request: 'capture',
    answer: { ok: false, problem },
  }
  const state = after(
    opened(first),
    opened(second),
    payment(first, approved),
    payment(first, declined),
  )
  expect(state.notices).toEqual({ first: 'declined' })
})

test('a new order of an item replaces the old one, at the end', () => {
  const state = after(opened(first), opened(second), opened(first, 'another order'))
  expect(state.orders.map(({ orderId }) => orderId)).toEqual(['order of second', 'another order'])
})

test('an order that was already open keeps its phase and status', () => {
  const state = after(opened(first), answered(first, 'fetch', 'pending'), opened(first))
  expect(state.orders).toMatchObject([{ status: 'pending' }])
})

const openBoth: readonly CheckoutEvent[] = [
  opening(first, second),
  ...[first, second].map((one) => opened(one, `order of ${one.id}`, ['first', 'second'])),
]
const button = (event: ButtonEvent) => [payment(first, event), payment(second, event)]

test('orders are opened one after the other, and the buttons are disabled until the last one is open', () => {
  expect(after(...openBoth.slice(0, -1)).openingItemIds).toEqual(['first', 'second'])
  expect(after(...openBoth)).toMatchObject({
    openingItemIds: [],
    orders: [{ itemIds: ['first', 'second'] }, { itemIds: ['first', 'second'] }],
  })
})

test('one that cannot be opened stops them, and shows its notice', () => {
  const refused = { type: 'opening_refused', item: second, notice: 'price_changed' } as const
  const state = after(...openBoth.slice(0, -1), refused)
  expect(state).toMatchObject({ openingItemIds: [], notices: { second: 'price_changed' } })
})

test('what the button of several reports is about all of its orders, and is said once', () => {
  const cancelled = button({ type: 'ended', reason: 'cancelled' })
  const closed = after(...openBoth, ...button(started), ...cancelled)
  expect(phasesOf(closed)).toEqual({ first: 'open', second: 'open' })
  expect(closed.notices).toEqual({ together: 'cancelled' })
  expect(reduceCheckout(closed, opening(first)).notices).toEqual({})
  const refused = button({ type: 'start_refused', code: 'rate_limited' })
  const failedToo = button({ type: 'ended', reason: 'failed' })
  const better = after(...openBoth, ...button(started), ...refused, ...failedToo)
  expect(better.notices).toEqual({ together: 'rate_limited' })
  const capturing = after(...openBoth, ...button(started), ...button(approved))
  expect(phasesOf(capturing)).toEqual({ first: 'capturing', second: 'capturing' })
})

test('the answer to the capture is each item’s own: what it did not cover is said there', () => {
  const state = after(
    ...openBoth,
    ...button(started),
    ...button(approved),
    answered(first, 'capture', 'paid'),
    answered(second, 'capture', 'pending'),
  )
  expect(state.paid.map(({ id }) => id)).toEqual(['order of first'])
  expect(state.notices).toEqual({ second: 'left_unpaid' })
  expect(phasesOf(state)).toEqual({ second: 'open' })
})

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
  forSomebodyElse: false,
  listedAsDonor: false,
  itemIds: ['0b0c7c86-5a3e-4b6f-9d51-0d6c8a0f1a11'],
  paypalOrderId: 'PAYPAL-1',
  phase: 'open',
  status: 'pending',
}
const inPhase = (phase: OrderPhase): OpenedOrder => ({ ...pending, phase })
const underReview: OpenedOrder = { ...pending, status: 'processing' }
const unseen: OpenedOrder = { ...pending, status: null }

function response(request: OrderRequest, status: OrderView['status']): PaymentEvent {
  const value = orderView({ status, steamId: pending.steamId })
  return { type: 'answered', request, answer: { ok: true, value } }
}

function failure(request: OrderRequest, code: FailureCode): PaymentEvent {
  return { type: 'answered', request, answer: { ok: false, problem: new ApiProblem(code, 0) } }
}

function afterEvent(order: OpenedOrder, event: PaymentEvent, notice: PaymentNotice | null = null) {
  return reduceProgress(order, notice, event)
}

const cancelled: PaymentEvent = { type: 'ended', reason: 'cancelled' }
const failed: PaymentEvent = { type: 'ended', reason: 'failed' }
const priceChanged: ButtonEvent = { type: 'start_refused', code: 'price_changed' }

test.each<[string, OpenedOrder, PaymentEvent, Progress]>([
  [
    'a press on the button',
    pending,
    { type: 'started' },
    { order: inPhase('started'), notice: null },
  ],
  ['a yes', inPhase('started'), approved, { order: inPhase('capturing'), notice: null }],
  ['a closed window', inPhase('started'), cancelled, { order: pending, notice: 'cancelled' }],
  ['an error of PayPal', inPhase('started'), failed, { order: pending, notice: 'failed' }],
  [
    'an unreachable server at the start',
    inPhase('started'),
    { type: 'start_refused', code: 'network_error' },
    { order: pending, notice: 'server_unreachable' },
  ],
  [
    'an order that our server does not know',
    inPhase('started'),
    { type: 'start_refused', code: 'order_not_found' },
    { order: null, notice: 'lost' },
  ],
  ['a changed price', inPhase('started'), priceChanged, { order: null, notice: 'reopened' }],
])('%s', (_name, order, event, progress) => {
  expect(afterEvent(order, event)).toEqual(progress)
})

test.each(['capturing', 'approved'] as const)(
  'events of PayPal’s button do not change an order that is %s',
  (phase) => {
    for (const event of [cancelled, failed, { type: 'started' } as const]) {
      expect(afterEvent(inPhase(phase), event)).toEqual({ order: inPhase(phase), notice: null })
    }
  },
)

test.each(['pending', 'expired', 'superseded'] as const)(
  'a response %s to a fetch from before the approval does not take it back',
  (status) => {
    expect(afterEvent(inPhase('capturing'), response('fetch', status)).order).toEqual(
      inPhase('capturing'),
    )
    expect(afterEvent(inPhase('approved'), response('fetch', status)).order).toEqual(
      inPhase('approved'),
    )
  },
)

test('the capture itself may report that there was nothing to collect, and the page says so', () => {
  expect(afterEvent(inPhase('approved'), response('capture', 'pending'), 'unconfirmed')).toEqual({
    order: pending,
    notice: 'left_unpaid',
  })
})

test.each(['fetch', 'capture'] as const)(
  'a paid order is reported once, by any request (%s)',
  (request) => {
    const progress = afterEvent(inPhase('capturing'), response(request, 'paid'))
    expect(progress).toMatchObject({ order: null, notice: null, paid: { id: 'order-1' } })
  },
)

test('a disputed order counts as paid, once', () => {
  const progress = afterEvent(inPhase('approved'), response('fetch', 'disputed'))
  expect(progress).toMatchObject({ order: null, notice: null, paid: { status: 'disputed' } })
})

test.each([
  ['expired', pending, 'reopened'],
  ['expired', underReview, 'denied'],
  ['superseded', inPhase('approved'), 'replaced'],
  ['refunded', pending, 'refunded'],
] as const)('an order that is %s is over, and its buyer gets a notice', (status, order, notice) => {
  expect(afterEvent(order, response('capture', status))).toEqual({ order: null, notice })
})

test('a review by PayPal ends the wait, and no late response restores the button', () => {
  expect(afterEvent(inPhase('capturing'), response('capture', 'processing')).order).toMatchObject(
    underReview,
  )
  expect(afterEvent(underReview, response('fetch', 'pending')).order).toEqual(underReview)
})

test('the notice of a cancelled window stays while the order is still pending', () => {
  expect(afterEvent(pending, response('fetch', 'pending'), 'cancelled').notice).toBe('cancelled')
})

test.each(['network_error', 'timeout', 'payment_not_checked', 'internal_error'] as const)(
  'after the approval %s says nothing about the payment, and the approval stays',
  (code) => {
    expect(afterEvent(inPhase('capturing'), failure('capture', code))).toEqual({
      order: inPhase('approved'),
      notice: 'unconfirmed',
    })
  },
)

test('a payment that PayPal refuses because of the shop is no decline, and may be begun again', () => {
  const refused = afterEvent(inPhase('capturing'), failure('capture', 'payments_not_set_up'))
  expect(refused).toEqual({ order: pending, notice: 'not_set_up' })
})

test('an unreadable response of PayPal shows its notice', () => {
  const answer = failure('capture', 'payment_answer_unreadable')
  const unreadable = { order: inPhase('approved'), notice: 'unreadable' }
  expect(afterEvent(inPhase('capturing'), answer)).toEqual(unreadable)
})

test('a decline keeps PayPal’s window open if it is, else the button', () => {
  const declined = failure('capture', 'payment_declined')
  expect(afterEvent(inPhase('capturing'), declined)).toEqual({
    order: inPhase('started'),
    notice: 'declined',
  })
  expect(afterEvent(inPhase('approved'), declined)).toEqual({ order: pending, notice: 'declined' })
})

test('an order unknown to our server shows a notice, and stays if money may be on its way', () => {
  const unknown = failure('fetch', 'order_not_found')
  expect(afterEvent(pending, unknown)).toEqual({ order: null, notice: 'lost' })
  expect(afterEvent(inPhase('approved'), unknown)).toEqual({
    order: inPhase('approved'),
    notice: 'lost',
  })
})

test('a first fetch that fails shows an unknown state until one succeeds', () => {
  expect(afterEvent(unseen, failure('fetch', 'timeout')).notice).toBe('unknown')
  expect(afterEvent(unseen, response('fetch', 'pending'), 'unknown')).toEqual({
    order: pending,
    notice: null,
  })
  expect(afterEvent(pending, failure('fetch', 'timeout'))).toEqual({ order: pending, notice: null })
})

test('PayPal’s own error after our refusal does not replace the better message', () => {
  expect(afterEvent(pending, failed, 'server_unreachable').notice).toBe('server_unreachable')
  expect(afterEvent(underReview, failed).notice).toBeNull()
})

test.each<[FailureCode, number, PaymentNotice]>([
  ['internal_error', 500, 'not_sent'],
  ['network_error', 0, 'not_sent'],
  ['price_changed', 409, 'price_changed'],
  ['rate_limited', 429, 'rate_limited'],
  ['too_many_open_checkouts', 429, 'too_many_open'],
  ['forbidden', 403, { sentence: null }],
])(
  'an order that cannot be opened because of %s shows the notice for that',
  (code, status, notice) => {
    expect(noticeForOpening(new ApiProblem(code, status))).toEqual(notice)
  },
)

test('a refusal that this page has no text for shows the sentence of the server', () => {
  const refused = new ApiProblem('validation_failed', 422, { message: 'Buyers only.' })
  expect(noticeForOpening(refused)).toEqual({ sentence: 'Buyers only.' })
  expect(noticeForStart('rate_limited')).toBe('rate_limited')
})
