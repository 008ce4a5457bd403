import { expect, test, vi } from 'vitest'
import type { ProblemCode } from '#contract/problem.ts'
import { orderView } from '#test/factories/order-view.ts'
import { ApiProblem } from '#web/api/client.ts'
import type { Answer, CheckoutApi } from './checkout-api.ts'
import type { PaymentEvent } from './order-progress.ts'
import { payPalCallbacks } from './paypal-callbacks.ts'

const settled = orderView({ status: 'settled' })

function refused(code: ProblemCode): Answer<never> {
  return { ok: false, problem: new ApiProblem(code, 500) }
}

function setUp() {
  const api = {
    createPayPalOrder: vi.fn<CheckoutApi['createPayPalOrder']>(async () => ({
      ok: true,
      value: { paypalOrderId: 'PAYPAL-1' },
    })),
    captureOrder: vi.fn<CheckoutApi['captureOrder']>(async () => ({ ok: true, value: settled })),
    fetchOrder: vi.fn<CheckoutApi['fetchOrder']>(async () => ({ ok: true, value: settled })),
  }
  const told: PaymentEvent[] = []
  const actions = { restart: vi.fn<() => void>() }
  return {
    api,
    told,
    actions,
    callbacks: payPalCallbacks(api, 'order-1', (event) => told.push(event)),
  }
}

test('PayPal gets the order that our server made', async () => {
  const { api, told, callbacks } = setUp()
  expect(await callbacks.createOrder()).toBe('PAYPAL-1')
  expect(api.createPayPalOrder).toHaveBeenCalledWith('order-1')
  expect(told).toEqual([{ type: 'started' }])
})

test('after the approval our server collects, and its word is passed on', async () => {
  const { told, actions, callbacks } = setUp()
  await callbacks.onApprove({}, actions)
  expect(told).toMatchObject([
    { type: 'approved' },
    { type: 'answered', question: 'capture', answer: { value: settled } },
  ])
  expect(actions.restart).not.toHaveBeenCalled()
})

test('a window that is closed or fails ends the payment, with its reason', () => {
  const { told, callbacks } = setUp()
  callbacks.onCancel()
  callbacks.onError()
  expect(told).toEqual([
    { type: 'ended', reason: 'cancelled' },
    { type: 'ended', reason: 'failed' },
  ])
})

test('a declined payment lets the buyer choose another way of paying', async () => {
  const { api, actions, callbacks } = setUp()
  api.captureOrder.mockResolvedValue(refused('payment_declined'))
  await callbacks.onApprove({}, actions)
  expect(actions.restart).toHaveBeenCalledOnce()
})

test('a capture without an answer is not started over', async () => {
  const { api, told, actions, callbacks } = setUp()
  api.captureOrder.mockResolvedValue(refused('payment_provider_unavailable'))
  await callbacks.onApprove({}, actions)
  expect(actions.restart).not.toHaveBeenCalled()
  expect(told.at(-1)).toMatchObject({ question: 'capture', answer: { ok: false } })
})

test('an order that our server refuses stops PayPal', async () => {
  const { api, told, callbacks } = setUp()
  api.createPayPalOrder.mockResolvedValue(refused('rate_limited'))
  await expect(callbacks.createOrder()).rejects.toThrow('rate_limited')
  expect(told.at(-1)).toEqual({ type: 'start_refused', code: 'rate_limited' })
})

test('one that cannot be paid any more is looked at: it may be paid already', async () => {
  const { api, told, callbacks } = setUp()
  api.createPayPalOrder.mockResolvedValue(refused('order_not_payable'))
  await expect(callbacks.createOrder()).rejects.toThrow('order_not_payable')
  expect(told.at(-1)).toMatchObject({ question: 'look', answer: { value: settled } })
})
