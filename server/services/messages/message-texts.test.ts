import { expect, it } from 'vitest'
import { languages } from '#contract/language.ts'
import { countText, fill, findTextFaults, readMessageTexts } from './message-texts.ts'

it.each(languages)('every text can be read in %s', (language) => {
  expect(() => readMessageTexts(language)).not.toThrow()
})

it('placeholders are replaced by values, which are not looked into', () => {
  const { refunds } = readMessageTexts('en')
  const filled = fill(refunds.part_of_total, { amount: '{total}', total: '$&' })
  expect(filled).toBe('{total} of $&')
})

it.each([
  ['fr', 1, '1 mois'],
  ['fr', 1_000_000, '1000000 mois'],
  ['en', 1, '1 month'],
  ['en', 6, '6 months'],
  ['ru', 1, '1 месяц'],
  ['ru', 3, '3 месяца'],
  ['ru', 12, '12 месяцев'],
  ['es', 3, '3 meses'],
] as const)('counts in %s: %i', (language, count, words) => {
  const texts = readMessageTexts(language)
  expect(countText(texts, texts.orders.months, count)).toBe(words)
})

it.each([
  ['a text', { orders: { paid: 'Paid' } }, { orders: {} }, ['orders paid is missing']],
  ['a topic', { orders: { paid: 'Paid' } }, {}, ['orders paid is missing']],
  ['the words of a text', { paid: 'Paid' }, { paid: ' ' }, ['paid is missing']],
  [
    'a plural form',
    { months: { other: '{count} months' } },
    { months: { one: '1 month' } },
    ['months other {count} is missing', 'months one is unknown'],
  ],
  [
    'a placeholder',
    { sum: '{part} of {total}' },
    { sum: '{part}' },
    ['sum {part} {total} is missing', 'sum {part} is unknown'],
  ],
  [
    'nothing',
    { months: { other: '{count}' } },
    { months: { few: '{count}', other: '{count}' } },
    [],
  ],
])('names what a language lacks: %s', (_, other, own, faults) => {
  expect(findTextFaults(own, other)).toEqual(faults)
})
