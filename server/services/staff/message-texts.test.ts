import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

const codes = z.record(z.string(), z.string())

/** A copy of the texts whose Spanish `codes.json` is changed. */
function copyTexts(change: (file: string) => string): string {
  const folder = makeTemporaryFolder('staff-messages-')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(staffMessagesFolder, folder, { recursive: true })
  const file = path.join(folder, 'es/codes.json')
  writeFileSync(file, change(readFileSync(file, 'utf8')))
  return folder
}

it.each([
  ['a missing text', { wrong_beta_codes: undefined }, /undefined\s.*codes\.wrong_beta_codes/],
  ['an unknown text', { wrong_codes: 'Oui' }, /wrong_codes"\s.*codes/],
  ['an empty text', { wrong_beta_codes: '' }, /codes\.wrong_beta_codes/],
  ['a placeholder without a value', { wrong_beta_codes: '{a}' }, /codes\.wrong_beta_codes/],
  ['an unknown placeholder', { tries_in_an_hour: '{a}' }, /\{a\}\s.*codes\.tries_in_an_hour/],
])('refuses %s and names the text', (_, change, fault) => {
  const folder = copyTexts((text) =>
    JSON.stringify({ ...codes.parse(JSON.parse(text)), ...change }),
  )
  expect(() => readStaffTexts('es', folder)).toThrow(fault)
})

it('refuses a file that is not JSON and names it', () => {
  const folder = copyTexts(() => '{"a": "b",}')
  expect(() => readStaffTexts('es', folder)).toThrow(/es\/codes\.json is not JSON/)
})
