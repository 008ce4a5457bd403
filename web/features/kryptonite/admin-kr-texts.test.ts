import { expect, test } from 'vitest'
import { m } from '#web/i18n/paraglide/messages.js'
import { mismatchText, packState, readTypedKr } from './admin-kr-texts.ts'

test('a pack with a mismatched payment is not shown as unpaid', () => {
  expect(packState({ status: 'pending', mismatch: null }).label()).toBe(m.admin_kr_pack_pending())
  const wrong = packState({ status: 'pending', mismatch: 'amount' })
  expect(wrong).toMatchObject({ tone: 'loss' })
  expect(wrong.label()).toBe(m.admin_kr_pack_wrongly_paid())
})

test('every known mismatch has a text, and an unknown one shows its code', () => {
  const texts = ['mode', 'order', 'currency', 'amount', 'dealt_with'].map(mismatchText)
  expect(new Set(texts).size).toBe(texts.length)
  for (const text of texts) expect(text).not.toMatch(/\(\w+\)/)
  expect(mismatchText('tax')).toBe(m.admin_reason_unknown({ code: 'tax' }))
})

test.each([
  ['1', 1],
  [' 250 ', 250],
  ['0500', 500],
  ['12 000', 12_000],
  ['12\u202F000', 12_000],
  ['1000000', 1_000_000],
])('%j is %d Kr', (text, amount) => {
  expect(readTypedKr(text, 'fr')).toBe(amount)
})

test.each(['', ' ', '0', '-5', '1.5', '1,5', '10 Kr', '1e3', '0x10', '1000001', '9'.repeat(30)])(
  '%j is not an amount of Kr',
  (text) => {
    expect(readTypedKr(text, 'fr')).toBeNull()
  },
)

test('amounts may have the thousands separator of the page’s language', () => {
  expect(readTypedKr('1,200', 'en')).toBe(1200)
  expect(readTypedKr('1,000,000', 'en')).toBe(1_000_000)
  expect(readTypedKr('1.200', 'es')).toBe(1200)
  expect(readTypedKr('1\u00A0200', 'ru')).toBe(1200)
  for (const text of ['1,2', '1,20', '1200,000', ',200', '1,', '1.200', '1,,200']) {
    expect(readTypedKr(text, 'en')).toBeNull()
  }
  expect(readTypedKr('1,200', 'fr')).toBeNull()
})
