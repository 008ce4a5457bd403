import { expect, test } from 'vitest'
import { ApiProblem } from './api-client.ts'
import { keepThroughTrouble, type AnswerState } from './use-answer.ts'

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
])('what is shown stays through a trouble that passes', (trouble) => {
  expect(keepThroughTrouble(known, trouble)).toBe(known)
})

test('what a visitor may no longer see goes', () => {
  const refused = failed('order_not_found', 404)
  expect(keepThroughTrouble(known, refused)).toBe(refused)
})

test('a first failure is shown, and the answer after it replaces it', () => {
  const trouble = failed('network_error', 0)
  expect(keepThroughTrouble({ status: 'waiting' }, trouble)).toBe(trouble)
  expect(keepThroughTrouble(trouble, known)).toBe(known)
})
