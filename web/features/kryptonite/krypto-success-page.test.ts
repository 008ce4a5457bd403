import { expect, test } from 'vitest'
import type { FailureCode } from '#web/app/api-client.ts'
import { mayChange, statusAfter, pollDelayMs, type CheckoutStatus } from './krypto-success-page.tsx'

const processing: CheckoutStatus = { status: 'processing' }

test('each error code has its status', () => {
  const codes: readonly FailureCode[] = [
    'payment_pending',
    'payment_declined',
    'payment_expired',
    'payment_refunded',
    'banned',
    'session_not_found',
    'validation_failed',
    'card_payments_unavailable',
    'network_error',
  ]
  expect(codes.map((code) => statusAfter(processing, code).status)).toEqual([
    'pending',
    'declined',
    'expired',
    'refunded',
    'banned',
    'unknown',
    'unknown',
    'unreachable',
    'unreachable',
  ])
})

test('a pending payment stays pending while the network is lost', () => {
  const pending: CheckoutStatus = { status: 'pending' }
  expect(statusAfter(pending, 'network_error')).toEqual(pending)
  expect(statusAfter(pending, 'payment_expired').status).toBe('expired')
})

test('is polled until it is final', () => {
  expect(mayChange(processing)).toBe(true)
  expect(mayChange({ status: 'pending' })).toBe(true)
  expect(mayChange({ status: 'unreachable' })).toBe(true)
  expect(mayChange({ status: 'credited', totalKr: 550 })).toBe(false)
  expect(mayChange({ status: 'refunded' })).toBe(false)
})

test('the delays grow from seconds to minutes, up to a limit', () => {
  const delays = Array.from({ length: 40 }, (__, round) => pollDelayMs(round))
  expect(delays[0]).toBe(2000)
  expect(delays).toEqual(delays.toSorted((a, b) => a - b))
  expect(delays.at(-1)).toBe(300_000)
})
