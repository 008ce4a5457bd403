import { expect, test } from 'vitest'
import { m } from '#web/i18n/paraglide/messages.js'
import { reasonFault } from './fields.tsx'

test.each([
  ['A gift for the event', false],
  ['  ', m.admin_reason_missing()],
  // It would show the text beside it in another order.
  ['abc\u202Edef', m.form_text_refused()],
  ['\u200D', m.form_text_refused()],
])('a reason is judged as the server judges it: %j', (reason, fault) => {
  expect(reasonFault(reason)).toBe(fault)
})
