export const languages = ['fr', 'en', 'ru', 'es'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'fr'

/** The name of the cookie and of the local-storage key that store the visitor's choice. */
export const languageStorageKey = 'language'

/** The query parameter that names a language in an address, for search engines and shared links. */
export const languageParameter = 'lang'

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}

/** The visitor's own choice first, then the browser's preferred languages, then French. */
export function pickLanguage(
  chosen: string | undefined,
  acceptLanguage: string | undefined,
): Language {
  if (isLanguage(chosen)) return chosen
  const preferred = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.find((parameter) => parameter.trim().startsWith('q='))
      return {
        language: tag.slice(0, 2).toLowerCase(),
        weight: quality ? Number(quality.trim().slice(2)) : 1,
      }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  return preferred.map(({ language }) => language).find(isLanguage) ?? defaultLanguage
}
