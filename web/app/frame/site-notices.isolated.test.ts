import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readSession } from '#contract/session.ts'
import { call } from '#web/app/api-client.ts'
import { refreshAt } from './site-notices.tsx'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const refresh = vi.fn<() => Promise<void>>(async () => {})

beforeEach(() => {
  vi.useFakeTimers()
  refresh.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const at = (timeMs: number): string => new Date(timeMs).toISOString()

test('an open page reads the notices again when the next one begins or ends', async () => {
  const stop = refreshAt(at(Date.now() + hourMs), refresh)
  await vi.advanceTimersByTimeAsync(hourMs)
  expect(refresh).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  expect(refresh).toHaveBeenCalledOnce()
  // By the server's clock it is not that late yet.
  await vi.advanceTimersByTimeAsync(minuteMs)
  expect(refresh).toHaveBeenCalledTimes(2)
  stop()
  await vi.advanceTimersByTimeAsync(hourMs)
  expect(refresh).toHaveBeenCalledTimes(2)
})

test('a device whose clock is an hour slow reads them by the clock of the server', async () => {
  const serverMs = Date.now() + hourMs
  const stop = refreshAt(at(serverMs + 2 * minuteMs), refresh)
  const answerAt = (timeMs: number) =>
    vi.stubGlobal('fetch', async () =>
      Response.json({ user: null }, { headers: { date: new Date(timeMs).toUTCString() } }),
    )
  answerAt(serverMs)
  await call(Promise.resolve(readSession))
  // A cached answer is as old as its date.
  answerAt(serverMs - 24 * hourMs)
  await call(Promise.resolve(readSession))
  await vi.advanceTimersByTimeAsync(minuteMs)
  expect(refresh).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(minuteMs + 2000)
  expect(refresh).toHaveBeenCalledOnce()
  stop()
})
