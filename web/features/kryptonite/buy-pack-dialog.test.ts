import { expect, test } from 'vitest'
import { ApiProblem } from '#web/app/api-client.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { problemText } from './buy-pack-dialog.tsx'

test('a refusal shows its text, else the sentence of the server, else that an error occurred', () => {
  const message = 'Come back on Monday.'
  expect(problemText(new ApiProblem('rate_limited', 429, { message }))).toBe(
    m.packs_problem_rate_limited(),
  )
  expect(problemText(new ApiProblem('unexpected_answer', 409, { message }))).toBe(message)
  expect(problemText(new ApiProblem('forbidden', 403))).toBe(m.purchase_failed_text())
})

test('trouble of the server shows that nothing was charged', () => {
  expect(problemText(new ApiProblem('payments_not_set_up', 503))).toBe(m.packs_problem_not_set_up())
  expect(problemText(new ApiProblem('internal_error', 500, { message: 'x' }))).toBe(
    m.packs_problem_server(),
  )
})
