import { expect, test } from 'vitest'
import { createRateLimit } from './errors.ts'

test('five calls pass in two seconds, then five more', () => {
  let nowMs = 10_000
  const rateLimit = createRateLimit('bucket', 5, () => nowMs)
  const take = () => rateLimit.take().retryAfterSeconds
  expect([take(), take(), take(), take(), take()]).toEqual([null, null, null, null, null])
  nowMs += 500
  expect(take()).toBe(1.5)
  nowMs += 1500
  expect(take()).toBeNull()
})
