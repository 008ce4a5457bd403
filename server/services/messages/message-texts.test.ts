import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { languages } from '#contract/language.ts'
import { makeTemporaryFolder } from '#test/temporary-folder.ts'
import { readStaffTexts, staffMessagesFolder } from './message-texts.ts'

it.each(languages)('every text can be read in %s', (language) => {
  expect(() => readStaffTexts(language)).not.toThrow()
})

it('placeholders are replaced by values, which are not looked into', () => {
  const { refunds } = readStaffTexts('en')
  expect(refunds.part_of_total({ amount: '{total}', total: '$&' })).toBe('{total} of $&')
})

it.each([
  ['fr', 1, '1 mois'],
  ['en', 1, '1 month'],
  ['en', 6, '6 months'],
  ['ru', 1, '1 месяц'],
  ['ru', 3, '3 месяца'],
  ['ru', 12, '12 месяцев'],
  ['es', 3, '3 meses'],
] as const)('counts in %s: %i', (language, count, words) => {
  expect(readStaffTexts(language).orders.months(count)).toBe(words)
})

/** A copy of the texts, to put faults in. */
function copyTexts(): string {
  const folder = makeTemporaryFolder('staff-messages-')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(staffMessagesFolder, folder, { recursive: true })
  return folder
}

const texts = z.record(z.string(), z.unknown())

it.each([
  ['codes', { wrong_beta_codes: undefined }, 'wrong_beta_codes is missing'],
  ['codes', { wrong_codes: 'Oui' }, 'wrong_codes is unknown'],
  ['codes', { wrong_beta_codes: '' }, 'wrong_beta_codes must be a text without placeholders'],
  ['codes', { wrong_beta_codes: '{a}' }, 'wrong_beta_codes must be a text without placeholders'],
  ['codes', { tries_in_an_hour: '{a}' }, 'tries_in_an_hour has no value for {a}'],
  ['payment-reasons', { order_unknown: undefined }, 'order_unknown is missing'],
  ['payment-actions', { order_lost: 'Да' }, 'order_lost is unknown'],
  ['pack-reasons', { amount: undefined }, 'amount is missing'],
  ['report-reasons', { spam: undefined }, 'spam is missing'],
  ['orders', { months: { one: 'a', many: 'b', other: 'c' } }, 'months few is missing'],
  ['orders', { months: { one: 'a', few: 'b', many: 'c' } }, 'months other is missing'],
  [
    'orders',
    { months: { one: 'a', few: 'b', more: 'c', many: 'd', other: 'e' } },
    'months more is unknown',
  ],
])('refuses a fault in %s and names its file: %o', (topic, change, fault) => {
  const folder = copyTexts()
  const file = path.join(folder, `ru/${topic}.json`)
  const before = texts.parse(JSON.parse(readFileSync(file, 'utf8')))
  writeFileSync(file, JSON.stringify({ ...before, ...change }))
  expect(() => readStaffTexts('ru', folder)).toThrow(
    new Error(`content/staff-messages/ru/${topic}.json ${fault}`),
  )
})

it('refuses a missing and an unknown file and names both', () => {
  const folder = copyTexts()
  renameSync(path.join(folder, 'es/codes.json'), path.join(folder, 'es/code.json'))
  expect(() => readStaffTexts('es', folder)).toThrow(
    /es\/codes\.json is missing\n.*es\/code\.json is unknown$/,
  )
})

it('does without the plural forms of fractions and very large numbers', () => {
  expect(readStaffTexts('fr').orders.months(1_000_000)).toBe('1000000 mois')
})

it('refuses a file that is not JSON and names it', () => {
  const folder = copyTexts()
  writeFileSync(path.join(folder, 'es/codes.json'), '{"a": "b",}')
  expect(() => readStaffTexts('es', folder)).toThrow(/es\/codes\.json is not JSON/)
})
