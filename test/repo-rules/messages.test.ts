import { describe, expect, it } from 'vitest'
import { defaultLanguage, languages } from '#contract/language.ts'
import {
  findKeyFaults,
  findTranslationFaults,
  readMessages,
  readSentMessages,
  type Translations,
} from './messages.ts'
import { readScripts } from './source-files.ts'

function readTranslations(): Translations {
  return Object.fromEntries(
    languages.map((language) => [
      language,
      Object.assign({}, ...Object.values(readMessages(`web/i18n/messages/${language}`))),
    ]),
  )
}

it('every message stands in every language, with the same placeholders and its plural forms', () => {
  expect(findTranslationFaults(readTranslations(), defaultLanguage)).toEqual([])
})

it.each(Object.keys(readSentMessages(defaultLanguage)))('so does every sent one: %s', (topic) => {
  const translations = languages.map((language) => [
    language,
    readSentMessages(language)[topic] ?? {},
  ])
  expect(findTranslationFaults(Object.fromEntries(translations), defaultLanguage)).toEqual([])
})

it('every message is used, and every used message exists', () => {
  const keys = Object.keys(readTranslations()[defaultLanguage] ?? {})
  const webFiles = readScripts().filter(({ path }) => path.startsWith('web/'))
  expect(findKeyFaults(keys, webFiles)).toEqual([])
})

describe('the check of translations', () => {
  const variants = (...names: string[]): [{ match: Record<string, string> }] => [
    { match: Object.fromEntries(names.map((name) => [name, '{count}'])) },
  ]
  const plural = (...forms: string[]) => variants(...forms.map((form) => `plural=${form}`))

  it.each([
    ['a missing message', { fr: { a: 'Oui' }, en: {} }, 'en lacks a'],
    ['a message of one language', { fr: {}, en: { a: 'Yes' } }, 'en has a, fr has not'],
    ['an empty text', { fr: { a: 'Oui' }, en: { a: ' ' } }, 'en a: is empty'],
    [
      'another placeholder',
      { fr: { a: '{prix} ou {name}' }, en: { a: '{price} or {name}' } },
      'en a: has the placeholders {name}, {price}, not {name}, {prix}',
    ],
    [
      'Russian with the forms of English',
      { fr: { a: plural('one', 'other') }, ru: { a: plural('one', 'many', 'other') } },
      'ru a: lacks the plural form few',
    ],
    [
      'a missing variant',
      { fr: { a: variants('code=b', 'code=*') }, en: { a: variants('code=*') } },
      'en a: lacks the variant code=b',
    ],
  ])('finds %s', (_, translations, fault) => {
    expect(findTranslationFaults(translations, 'fr')).toEqual([fault])
  })

  it('accepts each language with its own plural forms', () => {
    const translations = {
      fr: { a: plural('one', 'many', 'other') },
      ru: { a: plural('one', 'few', 'many', 'other') },
    }
    expect(findTranslationFaults(translations, 'fr')).toEqual([])
  })
})

describe('the check of keys', () => {
  it('finds a message that nothing uses and a use that has no message', () => {
    const files = [{ path: 'web/a.tsx', text: 'm.used() + m.without_text()' }]
    expect(findKeyFaults(['used', 'left_over'], files)).toEqual([
      'left_over is used nowhere',
      'without_text has no text',
    ])
  })
})
