import { expect, test, vi } from 'vitest'
import type { OrderView } from '../../contract/checkout.ts'
import type { ProblemCode } from '../../contract/problem.ts'
import { ApiProblem } from '../api/client.ts'
import type { Answer, CheckoutApi } from './checkout-api.ts'
import { payPalCallbacks, type PaymentReport } from './paypal-callbacks.ts'

const settled: OrderView = { id: 'order-1', status: 'settled', items: [], totalCents: 1000 }

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
  }
  const report = {
    started: vi.fn<PaymentReport['started']>(),
    approved: vi.fn<PaymentReport['approved']>(),
    seen: vi.fn<PaymentReport['seen']>(),
    failed: vi.fn<PaymentReport['failed']>(),
  }
  const actions = { restart: vi.fn<() => void>() }
  return { api, report, actions, callbacks: payPalCallbacks(api, 'order-1', report) }
}

test('PayPal gets the order that our server made', async () => {
  const { api, report, callbacks } = setUp()
  expect(await callbacks.createOrder()).toBe('PAYPAL-1')
  expect(api.createPayPalOrder).toHaveBeenCalledWith('order-1')
  expect(report.started).toHaveBeenCalledOnce()
})

test('after the approval our server collects, and its word is passed on', async () => {
  const { report, actions, callbacks } = setUp()
  await callbacks.onApprove({}, actions)
  expect(report.approved).toHaveBeenCalledBefore(report.seen)
  expect(report.seen).toHaveBeenCalledExactlyOnceWith(settled)
})

test('a declined payment lets the buyer choose another way of paying', async () => {
  const { api, report, actions, callbacks } = setUp()
  api.captureOrder.mockResolvedValue(refused('payment_declined'))
  await callbacks.onApprove({}, actions)
  expect(actions.restart).toHaveBeenCalledOnce()
  expect(report.failed.mock.calls[0]?.[0]).toBe('declined')
})

test('a capture without an answer is not confirmed, and is not started over', async () => {
  const { api, report, actions, callbacks } = setUp()
  api.captureOrder.mockResolvedValue(refused('payment_provider_unavailable'))
  await callbacks.onApprove({}, actions)
  expect(actions.restart).not.toHaveBeenCalled()
  expect(report.failed.mock.calls[0]?.[0]).toBe('unconfirmed')
})

test('an order that our server refuses stops PayPal, and is told once', async () => {
  const { api, report, callbacks } = setUp()
  api.createPayPalOrder.mockResolvedValue(refused('order_not_payable'))
  await expect(callbacks.createOrder()).rejects.toThrow('order_not_payable')
  callbacks.onError()
  expect(report.failed.mock.calls.map(([notice]) => notice)).toEqual(['reopened'])
})

test('a closed window is told as cancelled, an error of PayPal as a failure', () => {
  const { report, callbacks } = setUp()
  callbacks.onCancel()
  callbacks.onError()
  expect(report.failed.mock.calls.map(([notice]) => notice)).toEqual(['cancelled', 'failed'])
})
