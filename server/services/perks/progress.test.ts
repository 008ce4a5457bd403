import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { watchProgress } from './progress.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  // The clock of tests has no hold of the platform's own time limits.
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const limit = new AbortController()
    setTimeout(() => limit.abort(), milliseconds)
    return limit.signal
  })
  onTestFinished(() => {
    timeout.mockRestore()
    vi.useRealTimers()
  })
})

/** Lets time pass in which the work advances every ten seconds. */
async function work(progress: ReturnType<typeof watchProgress>, seconds: number) {
  for (let passed = 0; passed < seconds; passed += 10) {
    await vi.advanceTimersByTimeAsync(10_000)
    progress.onProgress()
  }
}

test('work that advances goes on, and ends when it no longer does', async () => {
  const progress = watchProgress(30_000)
  await work(progress, 300)
  expect(progress.stopped.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(31_000)
  expect(progress.stopped.aborted).toBe(true)
})

test('work that may not go on ends at once', async () => {
  const progress = watchProgress(30_000, () => Promise.resolve(false))
  await work(progress, 20)
  expect(progress.stopped.aborted).toBe(true)
})

test('work that advances without being allowed to go on ends as if it did not', async () => {
  const progress = watchProgress(30_000, () => Promise.reject(new Error('no database')))
  await work(progress, 40)
  expect(progress.stopped.aborted).toBe(true)
})
