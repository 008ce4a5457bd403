import { expect, test } from 'vitest'
import type { Language } from '#contract/language.ts'
import { differingNumbers, numbersIn } from './number-differences.ts'

function expectSame(texts: Readonly<Partial<Record<Language, string>>>): void {
  const found = (['fr', 'en', 'ru', 'es'] as const).flatMap((language) => {
    const text = texts[language]
    return text === undefined ? [] : [[...numbersIn(text, language)].toSorted()]
  })
  for (const numbers of found) expect(numbers).toEqual(found[0])
}

test('a number is the same in the writing of each language', () => {
  expectSame({ fr: 'à 2\u202F000 m', en: '2,000 m', ru: '2\u00A0000 м', es: '2000 m' })
  expectSame({ fr: '250\u00A0000 €', en: '€250,000', ru: '250\u00A0000 €', es: '250.000 €' })
  expectSame({ fr: '4,99 $', en: '$4.99', ru: '4,99 $', es: '4,99 $' })
  expectSame({ fr: '5x5x5, 50 %', en: '5x5x5, 50%', ru: '5x5x5, 50 %', es: '5x5x5, 50 %' })
})

test('a day or a time is the same in the writing of each language', () => {
  const es = 'el 1 de mayo de 2026 a las 19:00'
  expectSame({
    fr: 'le 1er mai 2026 à 19 h',
    en: 'on May 1, 2026 at 7 pm',
    ru: '1 мая 2026 в 19:00',
    es,
  })
  expectSame({ fr: '01/05/2026, 9:30', en: '1 May 2026, 9:30 a.m.', ru: '01.05.2026, 09:30' })
  expect(numbersIn('You may take 3.', 'en')).toEqual(new Set(['3']))
})

test('digits in a name are no number', () => {
  expect(numbersIn('C4, SteamID64 и С4', 'ru')).toEqual(new Set())
})

test('says which numbers differ', () => {
  const [original, translation] = [numbersIn('20 ou 22', 'fr'), numbersIn('20 or 25', 'en')]
  expect(differingNumbers(translation, original)).toBe('25 here, 22 there')
  expect(differingNumbers(original, original)).toBeNull()
  expect(differingNumbers(new Set(), original)).toBe('nothing here, 20, 22 there')
})
