import { afterEach, expect, test } from 'vitest'
import { languages } from '#contract/language.ts'
import { listingTypes, playStyles, spokenLanguages } from '#domain/team.ts'
import { setLanguage } from '#web/i18n/runtime.ts'
import { ageText, languageName, listingTypeLabel, playStyleLabel } from './listing-labels.ts'

afterEach(() => setLanguage('fr'))

test.each(languages)('in %s every choice has its own name', (language) => {
  setLanguage(language)
  const sets = [
    listingTypes.map(listingTypeLabel),
    playStyles.map(playStyleLabel),
    spokenLanguages.map(languageName),
  ]
  for (const names of sets) {
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => name.length < 3)).toEqual([])
  }
})

test('languages are named in the page’s language, as within a sentence', () => {
  const namesOfRussian = languages.map((language) => {
    setLanguage(language)
    return languageName('ru')
  })
  expect(namesOfRussian).toEqual(['russe', 'Russian', 'русский', 'ruso'])
})

test('an age has its unit, but in English', () => {
  const ages = languages.map((language) => {
    setLanguage(language)
    return ageText(24)
  })
  expect(ages).toEqual(['24 ans', '24', '24 года', '24 años'])
  expect(ageText(null)).toBe('menos de 18 años')
})
