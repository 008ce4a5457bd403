import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refreshAt } from './site-notices.tsx'

const hourMs = 60 * 60_000
const refresh = vi.fn<() => Promise<void>>(async () => {})

beforeEach(() => {
  vi.useFakeTimers()
  refresh.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
})

test('an open page reads the notices again when the next one begins or ends', async () => {
  const stop = refreshAt(new Date(Date.now() + hourMs).toISOString(), refresh)
  await vi.advanceTimersByTimeAsync(hourMs)
  expect(refresh).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  expect(refresh).toHaveBeenCalledOnce()
  // By the server's clock it is not that late yet.
  await vi.advanceTimersByTimeAsync(60_000)
  expect(refresh).toHaveBeenCalledTimes(2)
  stop()
  await vi.advanceTimersByTimeAsync(hourMs)
  expect(refresh).toHaveBeenCalledTimes(2)
})

test('a time beyond the longest timer of browsers is no reason to hurry', async () => {
  const stop = refreshAt(new Date(Date.now() + 40 * 24 * hourMs).toISOString(), refresh)
  await vi.advanceTimersByTimeAsync(24 * hourMs)
  expect(refresh).not.toHaveBeenCalled()
  stop()
})
