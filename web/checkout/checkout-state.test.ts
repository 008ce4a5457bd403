import { expect, test } from 'vitest'
import type { CartItem } from '#domain/cart.ts'
import type { OrderStatus } from '#domain/orders.ts'
import { orderView } from '#test/factories/order-view.ts'
import { ApiProblem } from '#web/api/client.ts'
import {
  checkoutAfter,
  initialCheckout,
  type CheckoutEvent,
  type CheckoutState,
} from './checkout-state.ts'
import type { PaymentEvent, Question } from './order-progress.ts'

const item = (id: string): CartItem => ({
  id,
  name: 'Priority Queue',
  type: 'Priority Queue',
  price: 25,
})
const [first, second] = [item('first'), item('second')]
const steamId = '76561198006409531'

const opening = (cartItem: CartItem): CheckoutEvent => ({ type: 'opening', item: cartItem })
const opened = ({ id }: CartItem, orderId = `order of ${id}`): CheckoutEvent => ({
  type: 'opened',
  order: { item: item(id), orderId, steamId, discordUsername: 'nadia', listedAsDonor: false },
})
const payment = ({ id }: CartItem, event: PaymentEvent): CheckoutEvent => ({
  type: 'payment',
  orderId: `order of ${id}`,
  event,
})
const answered = (cartItem: CartItem, question: Question, status: OrderStatus): CheckoutEvent => {
  const value = orderView({ id: `order of ${cartItem.id}`, status, steamId })
  return payment(cartItem, { type: 'answered', question, answer: { ok: true, value } })
}
const started: PaymentEvent = { type: 'started' }
const approved: PaymentEvent = { type: 'approved' }

function after(...events: readonly CheckoutEvent[]): CheckoutState {
  return events.reduce(checkoutAfter, initialCheckout)
}

const phasesOf = (state: CheckoutState) =>
  Object.fromEntries(state.orders.map((order) => [order.item.id, order.phase]))

test('pressing pay clears what was said before of this item, and of no other', () => {
  const refused = (cartItem: CartItem): CheckoutEvent => ({
    type: 'opening_refused',
    item: cartItem,
    notice: 'not_sent',
  })
  const state = after(refused(first), refused(second), opening(first))
  expect(state).toMatchObject({ openingItemId: 'first', notices: { second: 'not_sent' } })
})

test('refused fields give the buttons back, and editing clears the refusal', () => {
  const errors = [{ path: 'steamId', code: 'steam_id_empty', message: '' }]
  const refused = checkoutAfter(after(opening(first)), { type: 'fields_refused', errors })
  expect(refused).toMatchObject({ openingItemId: null, fieldErrors: errors })
  expect(checkoutAfter(refused, { type: 'fields_edited' }).fieldErrors).toEqual([])
})

test('opening the second item leaves the capture of the first alone', () => {
  const capturing = [opened(first), payment(first, started), payment(first, approved)]
  const state = after(...capturing, opening(second), opened(second))
  expect(phasesOf(state)).toEqual({ first: 'capturing', second: 'open' })
})

test('trouble of the first item neither ends the opening nor the capture of the second', () => {
  const state = after(
    opened(first),
    opened(second),
    payment(second, approved),
    opening(item('third')),
    payment(first, started),
    payment(first, { type: 'ended', reason: 'failed' }),
  )
  expect(state).toMatchObject({ openingItemId: 'third', notices: { first: 'failed' } })
  expect(phasesOf(state)).toEqual({ first: 'open', second: 'capturing' })
})

test('each item is paid by its own order, told in the order in which it came', () => {
  const state = after(
    opened(first),
    payment(first, approved),
    opened(second),
    payment(second, approved),
    answered(second, 'capture', 'settled'),
    answered(first, 'look', 'pending'),
    answered(first, 'capture', 'settled'),
  )
  expect(state.orders).toEqual([])
  expect(state.paid.map(({ id }) => id)).toEqual(['order of second', 'order of first'])
})

test('what comes for an order that is over changes nothing', () => {
  const paid = after(opened(first), payment(first, approved), answered(first, 'capture', 'settled'))
  expect(checkoutAfter(paid, answered(first, 'look', 'settled'))).toBe(paid)
  expect(checkoutAfter(paid, payment(first, { type: 'ended', reason: 'failed' }))).toBe(paid)
})

test('a decline of one item is told of that item alone', () => {
  const problem = new ApiProblem('payment_declined', 402)
  const declined: PaymentEvent = {
    type: 'answered',
    question: 'capture',
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

test('a new order of an item takes the place of the old one, as the last', () => {
  const state = after(opened(first), opened(second), opened(first, 'another order'))
  expect(state.orders.map(({ orderId }) => orderId)).toEqual(['order of second', 'another order'])
})

test('an order that was open already keeps what is known of it', () => {
  const state = after(opened(first), answered(first, 'look', 'pending'), opened(first))
  expect(state.orders).toMatchObject([{ status: 'pending' }])
})
