import { expect, test } from 'vitest'
import { isProblemCode } from '#contract/problem.ts'
import en from '#web/i18n/messages/en/admin.json' with { type: 'json' }
import es from '#web/i18n/messages/es/admin.json' with { type: 'json' }
import messages from '#web/i18n/messages/fr/admin.json' with { type: 'json' }
import ru from '#web/i18n/messages/ru/admin.json' with { type: 'json' }
import { ApiProblem } from '#web/app/api-client.ts'
import { failureText } from './texts.ts'

const codes = messages.admin_failure.flatMap(({ match }) =>
  Object.keys(match).map((variant) => variant.replace('code=', '')),
)

const refusals = ['breaks_text', 'button_keeps_price', 'has_gifts', 'has_orders', 'holds_perks']

test('failures have texts by codes that exist, and others one for all', () => {
  const others = codes.filter((code) => !isProblemCode(code))
  expect(others).toEqual(['network_error', 'timeout', ...refusals, 'right_missing', '*'])
  expect(failureText(new Error('anything'))).toBe(messages.admin_failure[0]?.match['code=*'])
})

test.each(refusals)('a save that is refused by %s says what to change first', (code) => {
  const errors = [{ path: 'value', code, message: 'content/guides/armour/fr.md:6: no such video' }]
  const failure = new ApiProblem('validation_failed', 422, { errors })
  const text = failureText(failure)
  expect(text).toContain('Rien n’a changé')
  expect(text).not.toBe(failureText(new ApiProblem('validation_failed', 422)))
})

test('what somebody else has removed is no fault of ours that a second try would mend', () => {
  const text = failureText(new ApiProblem('not_found', 404))
  expect(text).toContain('n’existe plus')
})

test.each(Object.entries({ fr: messages, en, ru, es }))(
  'in %s, places are named as they are labelled',
  (_language, { admin_failure: [failures], admin_inbox, admin_unreadable, admin_today }) => {
    const unreadable = failures?.match['code=payment_answer_unreadable']
    expect(unreadable).toContain(admin_inbox)
    expect(unreadable).toContain(admin_unreadable)
    expect(failures?.match['code=payment_not_checked']).toContain(admin_today)
  },
)
