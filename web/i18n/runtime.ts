import { defaultLanguage, type Language } from '#contract/language.ts'

declare const __LANGUAGE__: Language | undefined

/**
 * The one language of a client bundle; undefined where one process renders all four (the server,
 * tests, development). A constant, so that the bundler drops the other languages' texts.
 * @public read by the compiled messages
 */
export const experimentalStaticLocale =
  typeof __LANGUAGE__ === 'undefined' ? undefined : __LANGUAGE__

let currentLanguage: Language = defaultLanguage

export function getLocale(): Language {
  return experimentalStaticLocale ?? currentLanguage
}

/** The locale of dates, times and lists. English is British: `3 May 2025`, and 19:00 instead of 7:00 PM. */
export function formatLocale(): string {
  const language = getLocale()
  return language === 'en' ? 'en-GB' : language
}

/** Sets the language of all messages from now on; has no effect in a client bundle. */
export function setLanguage(language: Language): void {
  currentLanguage = language
}
