import { expect, test } from 'vitest'
import { createIdempotencyKey } from './idempotency-key.ts'
import { ApiProblem } from './api-client.ts'

function numbered() {
  let count = 0
  return createIdempotencyKey(() => `key-${(count += 1)}`)
}

const credit = { steamId: '76561198006409530', amount: 500 }

test('a second press sends the same key as the first', () => {
  const attempt = numbered()
  expect([attempt.of(credit), attempt.of({ ...credit })]).toEqual(['key-1', 'key-1'])
})

test.each([
  ['the connection broke', new ApiProblem('network_error', 0)],
  ['the request timed out', new ApiProblem('timeout', 0)],
  ['the server crashed', new ApiProblem('internal_error', 500)],
  ['the database was unavailable', new ApiProblem('database_unavailable', 503)],
  ['a proxy responded', new ApiProblem('unexpected_answer', 200)],
  ['a proxy refused the request', new ApiProblem('unexpected_answer', 404)],
])('a retry keeps the key when %s', (_, failure) => {
  const attempt = numbered()
  attempt.of(credit)
  attempt.ended(failure)
  expect(attempt.of(credit)).toBe('key-1')
})

test.each([
  new ApiProblem('rate_limited', 429),
  new ApiProblem('unauthenticated', 401),
  new ApiProblem('forbidden', 403),
])('an early refusal says nothing about an earlier try, so the retry keeps the key', (failure) => {
  const attempt = numbered()
  attempt.of(credit)
  attempt.ended(new ApiProblem('timeout', 0))
  attempt.of(credit)
  attempt.ended(failure)
  expect(attempt.of(credit)).toBe('key-1')
})

test('a request after a known outcome gets a new key', () => {
  const attempt = numbered()
  attempt.of(credit)
  attempt.ended()
  expect(attempt.of(credit)).toBe('key-2')
  attempt.ended(new ApiProblem('validation_failed', 422))
  expect(attempt.of(credit)).toBe('key-3')
  // A code that only a newer server knows.
  attempt.ended(new ApiProblem('unexpected_answer', 409, { message: 'Come back on Monday.' }))
  expect(attempt.of(credit)).toBe('key-4')
})

test('changed fields get a new key, even while the outcome is unknown', () => {
  const attempt = numbered()
  attempt.of(credit)
  attempt.ended(new ApiProblem('timeout', 0))
  expect(attempt.of({ ...credit, amount: 50 })).toBe('key-2')
})
