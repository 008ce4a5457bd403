import { expect, test } from 'vitest'
import { ApiProblem } from './api-client.ts'
import { keepThroughTemporaryFailure, type AnswerState } from './use-answer.ts'

const known: AnswerState<string> = { status: 'answered', value: 'orders' }
const failed = (
  ...[code, status]: ConstructorParameters<typeof ApiProblem>
): AnswerState<string> => ({
  status: 'failed',
  problem: new ApiProblem(code, status),
})

test.each([
  failed('network_error', 0),
  failed('rate_limited', 429),
  failed('database_unavailable', 503),
])('the data stays through a temporary failure', (failure) => {
  expect(keepThroughTemporaryFailure(known, failure)).toBe(known)
})

test('a refusal removes data that the visitor may no longer see', () => {
  const refused = failed('order_not_found', 404)
  expect(keepThroughTemporaryFailure(known, refused)).toBe(refused)
})

test('a first failure is shown, and the next response replaces it', () => {
  const failure = failed('network_error', 0)
  expect(keepThroughTemporaryFailure({ status: 'waiting' }, failure)).toBe(failure)
  expect(keepThroughTemporaryFailure(failure, known)).toBe(known)
})
