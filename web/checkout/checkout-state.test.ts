import { expect, test } from 'vitest'
import type { OrderStatus } from '../../domain/orders.ts'
import {
  checkoutReducer,
  initialCheckout,
  type CheckoutAction,
  type CheckoutState,
} from './checkout-state.ts'

function after(...actions: readonly CheckoutAction[]): CheckoutState {
  return actions.reduce(checkoutReducer, initialCheckout)
}

const opening: CheckoutAction = { type: 'opening', itemId: 'item' }
const capturing: CheckoutAction = { type: 'capturing', itemId: 'item', orderId: 'order' }
const noticed = (notice: 'cancelled' | 'unconfirmed' | 'not_sent'): CheckoutAction => ({
  type: 'noticed',
  itemId: 'item',
  notice,
})
const seen = (status: OrderStatus): CheckoutAction => ({
  type: 'seen',
  itemId: 'item',
  orderId: 'order',
  status,
})

test('pressing pay clears what was said before', () => {
  const state = after(noticed('cancelled'), opening)
  expect(state).toMatchObject({ openingItemId: 'item', notices: {} })
})

test('a failed opening gives the buttons back', () => {
  expect(after(opening, noticed('not_sent'))).toMatchObject({
    openingItemId: null,
    notices: { item: 'not_sent' },
  })
})

test('refused fields give the buttons back, and editing clears the refusal', () => {
  const errors = [{ path: 'steamId', code: 'steam_id_empty', message: '' }]
  const refused = checkoutReducer(after(opening), { type: 'fields_refused', errors })
  expect(refused).toMatchObject({ openingItemId: null, fieldErrors: errors })
  expect(checkoutReducer(refused, { type: 'fields_edited' }).fieldErrors).toEqual([])
})

test('a cancelled window stays told while the order is still pending', () => {
  expect(after(noticed('cancelled'), seen('pending')).notices).toEqual({ item: 'cancelled' })
})

test('an unconfirmed payment stops being told once our server answers', () => {
  expect(after(capturing, noticed('unconfirmed'), seen('pending')).notices).toEqual({})
})

test('a review by PayPal ends the wait of the capture', () => {
  expect(after(capturing, seen('processing'))).toMatchObject({
    capturingOrderId: null,
    statuses: { order: 'processing' },
  })
})

test('an order that had run out is asked for anew once it is opened again', () => {
  const opened: CheckoutAction = { type: 'opened', orderId: 'order' }
  expect(after(seen('expired'), opening, opened).statuses).toEqual({})
  expect(after(seen('pending'), opening, opened).statuses).toEqual({ order: 'pending' })
})

test('another try clears what was said of the last one', () => {
  expect(after(noticed('cancelled'), { type: 'started', itemId: 'item' }).notices).toEqual({})
})
