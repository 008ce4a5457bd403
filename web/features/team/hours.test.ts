import { afterEach, expect, test } from 'vitest'
import { languages } from '#contract/language.ts'
import { setLanguage } from '#web/i18n/runtime.ts'
import { toDayStretch, clockText, fromToText, rangeText, timeZoneName } from './hours.ts'

const summer = Date.UTC(2026, 6, 15)
const evening = toDayStretch({ from: 20, to: 0, timeZone: 'Europe/Paris' })

afterEach(() => setLanguage('fr'))

test('hours are written as in each language', () => {
  const inLanguages = languages.map((language) => {
    setLanguage(language)
    return [rangeText(evening), fromToText(evening), clockText(9 * 60 + 5)]
  })
  expect(inLanguages).toEqual([
    ['20:00 – 00:00', 'de 20:00 à 00:00', '09:05'],
    ['20:00–00:00', 'from 20:00 to 00:00', '09:05'],
    ['20:00–00:00', 'с 20:00 до 00:00', '09:05'],
    ['20:00–00:00', 'de 20:00 a 00:00', '09:05'],
  ])
})

test('a time zone has a name in words, the same in summer and in winter', () => {
  expect(timeZoneName('Europe/Paris', summer)).toBe('heure d’Europe centrale')
  expect(timeZoneName('Europe/Paris', Date.UTC(2026, 0, 15))).toBe('heure d’Europe centrale')
})

test('an unknown time zone keeps its IANA name', () => {
  expect(timeZoneName('Europe/Deer_Isle', summer)).toBe('Europe/Deer_Isle')
})
