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

test('it polls every three seconds', async () => {
  const request = vi.fn<() => Promise<void>>(async () => {})
  startPoll(request, never)
  await vi.advanceTimersByTimeAsync(9100)
  expect(request).toHaveBeenCalledTimes(3)
})

test('pollNow polls at once', async () => {
  const request = vi.fn<() => Promise<void>>(async () => {})
  startPoll(request, never).pollNow()
  await vi.advanceTimersByTimeAsync(0)
  expect(request).toHaveBeenCalledOnce()
})

test('it never has two requests at a time', async () => {
  const request = vi.fn<() => Promise<void>>(() => new Promise(() => {}))
  const poll = startPoll(request, never)
  poll.pollNow()
  poll.pollNow()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(request).toHaveBeenCalledOnce()
})

test('it does not poll while paused, and continues afterwards', async () => {
  let resting = true
  const request = vi.fn<() => Promise<void>>(async () => {})
  startPoll(request, () => resting)
  await vi.advanceTimersByTimeAsync(9100)
  expect(request).not.toHaveBeenCalled()
  resting = false
  await vi.advanceTimersByTimeAsync(3000)
  expect(request).toHaveBeenCalledOnce()
})

test('it does not poll after a stop, not even after a stop during a request', async () => {
  const answer = Promise.withResolvers<void>()
  const request = vi.fn<() => Promise<void>>(() => answer.promise)
  const poll = startPoll(request, never)
  poll.pollNow()
  poll.stop()
  answer.resolve()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(request).toHaveBeenCalledOnce()
})
