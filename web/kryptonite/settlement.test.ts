import { expect, test } from 'vitest'
import type { FailureCode } from '#web/api/client.ts'
import { mayChange, settlementAfter, settlementDelayMs, type Settlement } from './settlement.ts'

const processing: Settlement = { status: 'processing' }

test('each refusal says how the payment stands', () => {
  const codes: readonly FailureCode[] = [
    'payment_pending',
    'payment_declined',
    'payment_expired',
    'payment_refunded',
    'session_not_found',
    'validation_failed',
    'card_payments_unavailable',
    'network_error',
  ]
  expect(codes.map((code) => settlementAfter(processing, code).status)).toEqual([
    'pending',
    'declined',
    'expired',
    'refunded',
    'unknown',
    'unknown',
    'unreachable',
    'unreachable',
  ])
})

test('a payment known to be on its way is no error because the network is away', () => {
  const pending: Settlement = { status: 'pending' }
  expect(settlementAfter(pending, 'network_error')).toEqual(pending)
  expect(settlementAfter(pending, 'payment_expired').status).toBe('expired')
})

test('is asked for until it is settled', () => {
  expect(mayChange(processing)).toBe(true)
  expect(mayChange({ status: 'pending' })).toBe(true)
  expect(mayChange({ status: 'unreachable' })).toBe(true)
  expect(mayChange({ status: 'credited', totalKr: 550 })).toBe(false)
  expect(mayChange({ status: 'refunded' })).toBe(false)
})

test('the pauses grow from seconds to minutes, and no further', () => {
  const delays = Array.from({ length: 40 }, (__, round) => settlementDelayMs(round))
  expect(delays[0]).toBe(2000)
  expect(delays).toEqual(delays.toSorted((a, b) => a - b))
  expect(delays.at(-1)).toBe(300_000)
})
