import { languageParameter, languages, type Language } from '#contract/language.ts'
import { siteConfig } from '#site/community.ts'
import { escapeHtml } from './escape-html.ts'
import type { PageListing } from './page-listing.ts'

export interface PageFacts extends PageListing {
  readonly language: Language
  readonly title: string
  readonly description: string
}

// Which address the site has is known when the server runs, not when the pages are made.
const origin = '%PUBLIC_ORIGIN%'

const locales: Readonly<Record<Language, string>> = {
  fr: 'fr_FR',
  en: 'en_GB',
  ru: 'ru_RU',
  es: 'es_ES',
}

/** Where a page is in a language, whatever the visitor's own one is. */
export function addressInLanguage(path: string, language: Language): string {
  return `${origin}${path}?${languageParameter}=${language}`
}

/** The page for whoever wishes no language. */
export function addressWithoutLanguage(path: string): string {
  return `${origin}${path}`
}

/** For search engines: this page's own address and those of its translations, or to leave it out. */
export function searchTags({ listed, canonicalPath }: PageFacts): readonly string[] {
  if (!listed) return ['<meta name="robots" content="noindex">']
  return [
    // The server puts in the language that the visitor's address names, if it does.
    `<link rel="canonical" href="${origin}${canonicalPath}%LANGUAGE_QUERY%">`,
    ...languages.map(
      (language) =>
        `<link rel="alternate" hreflang="${language}" href="${addressInLanguage(canonicalPath, language)}">`,
    ),
    `<link rel="alternate" hreflang="x-default" href="${addressWithoutLanguage(canonicalPath)}">`,
  ]
}

/** For who shows a preview of a shared link: https://ogp.me */
export function previewTags(page: PageFacts): readonly string[] {
  const { language, title, description, picture } = page
  const properties: readonly (readonly [string, string])[] = [
    ['og:type', 'website'],
    ['og:site_name', siteConfig.brand],
    ['og:title', title],
    ['og:description', description],
    ...(page.listed ? [['og:url', `${origin}${page.canonicalPath}%LANGUAGE_QUERY%`] as const] : []),
    ['og:locale', locales[language]],
    ...languages
      .filter((other) => other !== language)
      .map((other) => ['og:locale:alternate', locales[other]] as const),
    ['og:image', `${origin}/social/${picture.name}.jpg`],
    ['og:image:type', 'image/jpeg'],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['og:image:alt', picture.alt()],
  ]
  return [
    ...properties.map(
      ([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}">`,
    ),
    '<meta name="twitter:card" content="summary_large_image">',
  ]
}
