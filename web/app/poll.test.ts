import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pollDelayMs, startPoll } from './poll.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const never = (): boolean => false

test('waits are short for a minute, then grow, and never pass fifteen seconds', () => {
  expect([0, 20, 21, 25, 200].map(pollDelayMs)).toEqual([3000, 3000, 3750, 9155, 15_000])
})

test('it asks every three seconds', async () => {
  const ask = vi.fn<() => Promise<void>>(async () => {})
  startPoll(ask, never)
  await vi.advanceTimersByTimeAsync(9100)
  expect(ask).toHaveBeenCalledTimes(3)
})

test('it asks at once when told to', async () => {
  const ask = vi.fn<() => Promise<void>>(async () => {})
  startPoll(ask, never).askNow()
  await vi.advanceTimersByTimeAsync(0)
  expect(ask).toHaveBeenCalledOnce()
})

test('it never asks twice at a time', async () => {
  const ask = vi.fn<() => Promise<void>>(() => new Promise(() => {}))
  const poll = startPoll(ask, never)
  poll.askNow()
  poll.askNow()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask).toHaveBeenCalledOnce()
})

test('a resting page asks nothing, and goes on afterwards', async () => {
  let resting = true
  const ask = vi.fn<() => Promise<void>>(async () => {})
  startPoll(ask, () => resting)
  await vi.advanceTimersByTimeAsync(9100)
  expect(ask).not.toHaveBeenCalled()
  resting = false
  await vi.advanceTimersByTimeAsync(3000)
  expect(ask).toHaveBeenCalledOnce()
})

test('once stopped it asks no more, even when stopped while an answer is on its way', async () => {
  const answer = Promise.withResolvers<void>()
  const ask = vi.fn<() => Promise<void>>(() => answer.promise)
  const poll = startPoll(ask, never)
  poll.askNow()
  poll.stop()
  answer.resolve()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask).toHaveBeenCalledOnce()
})
