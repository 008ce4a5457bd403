import { defaultLanguage, type Language } from '#contract/language.ts'

declare const __LANGUAGE__: Language | undefined

/**
 * The one language of a client bundle; undefined where one program speaks all four (prerendering,
 * tests, development). A constant, so that the bundler folds the other languages' texts away.
 * @public read by the compiled messages
 */
export const experimentalStaticLocale =
  typeof __LANGUAGE__ === 'undefined' ? undefined : __LANGUAGE__

let currentLanguage: Language = defaultLanguage

export function getLocale(): Language {
  return experimentalStaticLocale ?? currentLanguage
}

/** The locale of dates, times and lists. English is British here: `3 May 2025`, and 19:00 instead of 7:00 PM. */
export function formatLocale(): string {
  const language = getLocale()
  return language === 'en' ? 'en-GB' : language
}

/** Says which language the messages come in from now on; without effect in a client bundle. */
export function setLanguage(language: Language): void {
  currentLanguage = language
}
