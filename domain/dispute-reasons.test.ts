import { expect, it } from 'vitest'
import { disputeReasonOf } from './dispute-reasons.ts'

it.each([
  [null, null],
  ['MERCHANDISE_OR_SERVICE_NOT_RECEIVED', 'not_received'],
  ['product_not_received', 'not_received'],
  ['fraudulent', 'unauthorised'],
  ['something new', 'other'],
])('the code %s stands for %s', (code, reason) => {
  expect(disputeReasonOf(code)).toBe(reason)
})
