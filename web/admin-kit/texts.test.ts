import { expect, test } from 'vitest'
import { isProblemCode } from '#contract/problem.ts'
import messages from '#web/i18n/messages/fr/admin.json' with { type: 'json' }
import { failureText } from './texts.ts'

const codes = messages.admin_failure.flatMap(({ match }) =>
  Object.keys(match).map((variant) => variant.replace('code=', '')),
)

test('failures have texts by codes that exist, and others one for all', () => {
  const others = codes.filter((code) => !isProblemCode(code))
  expect(others).toEqual(['network_error', 'timeout', '*'])
  expect(failureText(new Error('anything'))).toBe(messages.admin_failure[0]?.match['code=*'])
})
