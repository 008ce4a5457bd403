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
  ['a text', { orders: {} }, { orders: { paid: 'Paid' } }, ['orders paid is missing']],
  ['a topic', {}, { orders: { paid: 'Paid' } }, ['orders paid is missing']],
  ['the words of a text', { paid: ' ' }, { paid: 'Paid' }, ['paid is missing']],
  [
    'nothing, but has a text more',
    { paid: 'Paid', pad: 'Paid' },
    { paid: 'Paid' },
    ['pad is unknown'],
  ],
  [
    'the plural form that all need',
    { months: { one: '1 month' } },
    { months: { one: '1 mois', other: '{count} mois' } },
    ['months other is missing', 'months one is unknown'],
  ],
  [
    'nothing, but misspells a placeholder',
    { sum: '{part} of {totl}' },
    { sum: '{part} sur {total}' },
    ['sum {totl} is unknown'],
  ],
  ['a placeholder alone', { sum: '{part}' }, { sum: '{part} sur {total}' }, []],
])('names what a language lacks: %s', (_, own, other, faults) => {
  expect(findTextFaults('fr', own, [other, other])).toEqual(faults)
})

it('names the plural forms that the language needs itself', () => {
  const own = { months: { one: '{count}', other: '{count}' } }
  expect(findTextFaults('fr', own, [own])).toEqual([])
  expect(findTextFaults('ru', own, [own])).toEqual([
    'months many is missing',
    'months few is missing',
  ])
})

it('blames only the language that was edited', () => {
  const [edited, kept] = [{ sum: '{part}', more: 'x' }, { sum: '{part} sur {total}' }]
  expect(findTextFaults('fr', edited, [kept, kept])).toEqual(['more is unknown'])
  expect(findTextFaults('en', kept, [edited, kept])).toEqual([])
})
