import { languageParameter, languages, type Language } from '#contract/language.ts'
import {
  firstViewElement,
  manifestAddress,
  type FirstViewAnswers,
  type PageAssets,
} from '#contract/page-renderer.ts'
import { site } from '#web/app/site.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import type { PageListing } from './page-listing.ts'

interface PageDocument extends PageFacts {
  /** The rendered HTML of the page. */
  readonly content: string
  readonly ownDocument: boolean
  /** Whether there is something at the address; else it is the 404 page. */
  readonly isFound: boolean
  readonly assets: PageAssets
  readonly answers: FirstViewAnswers
}

/** The HTML document around a page. Without inline scripts and styles, which the content security policy forbids. */
export function documentHtml(page: PageDocument): string {
  const { script, modules, stylesheets, fonts } = page.assets
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    // Safari makes links of what it takes for telephone numbers, such as Steam IDs.
    '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">',
    `<title>${escapeHtml(page.title)}</title>`,
    `<meta name="description" content="${escapeHtml(page.description)}">`,
    '<meta name="color-scheme" content="dark">',
    '<meta name="theme-color" content="#060a08">',
    // The server fills in a fresh nonce; the pay button passes it to PayPal's script.
    ...(page.ownDocument ? ['<meta name="csp-nonce" content="%CSP_NONCE%">'] : []),
    // Not a module, which would wait for the whole document: it must run before the first paint.
    ...(site().notices.length > 0 ? ['<script src="/closed-notices.js"></script>'] : []),
    ...stylesheets.map((address) => `<link rel="stylesheet" href="${address}">`),
    ...fonts.map(
      (address) => `<link rel="preload" as="font" type="font/woff2" href="${address}" crossorigin>`,
    ),
    // The first paint needs styles and fonts, but no script, so scripts have low priority.
    `<script type="module" src="${script}" fetchpriority="low"></script>`,
    ...modules.map((address) => `<link rel="modulepreload" href="${address}" fetchpriority="low">`),
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    `<link rel="manifest" href="${manifestAddress(page.language)}">`,
    ...searchTags(page),
    ...previewTags(page),
  ]
  return `<!doctype html>
<html lang="${page.language}">
<head>
${head.join('\n')}
</head>
<body>${withoutScript(page)}<div id="root"${page.isFound ? '' : ' data-missing'}>${page.content}</div>${dataElement(page.answers)}</body>
</html>
`
}

/** What a visitor without JavaScript reads above a page that the server cannot fill. */
function withoutScript({ needsScript, description }: PageDocument): string {
  if (!needsScript) return ''
  return `<noscript><p class="page-width py-4">${escapeHtml(`${description} ${m.needs_script()}`)}</p></noscript>`
}

/** Nothing that the policy has to allow: a script of this type never runs. */
function dataElement(answers: FirstViewAnswers): string {
  // `</script>` in a text would end the element.
  const json = JSON.stringify(answers).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${firstViewElement}">${json}</script>`
}

interface PageFacts extends PageListing {
  readonly language: Language
  /** Scheme, host and port of the site. */
  readonly origin: string
  readonly isLanguageInAddress: boolean
  readonly title: string
  readonly description: string
}

const locales: Readonly<Record<Language, string>> = {
  fr: 'fr_FR',
  en: 'en_GB',
  ru: 'ru_RU',
  es: 'es_ES',
}

/** The address of a page in one language, whatever the visitor's language is. */
export function addressInLanguage(address: string, language: Language): string {
  return `${address}?${languageParameter}=${language}`
}

/** For search engines: the page's own address and those of its translations, or that it must not be listed. */
function searchTags(page: PageFacts): readonly string[] {
  if (!page.listed) return ['<meta name="robots" content="noindex">']
  const address = `${page.origin}${page.canonicalPath}`
  return [
    `<link rel="canonical" href="${ownAddress(page)}">`,
    ...languages.map(
      (language) =>
        `<link rel="alternate" hreflang="${language}" href="${addressInLanguage(address, language)}">`,
    ),
    `<link rel="alternate" hreflang="x-default" href="${address}">`,
  ]
}

/** In the language that the visitor's address says, if it says one. */
function ownAddress({ origin, canonicalPath, language, isLanguageInAddress }: PageFacts): string {
  const address = `${origin}${canonicalPath}`
  return isLanguageInAddress ? addressInLanguage(address, language) : address
}

/** For previews of shared links: https://ogp.me */
function previewTags(page: PageFacts): readonly string[] {
  const { origin, language, title, description, picture } = page
  const properties: readonly (readonly [string, string])[] = [
    ['og:type', 'website'],
    ['og:site_name', site().community.brand],
    ['og:title', title],
    ['og:description', description],
    ...(page.listed ? [['og:url', ownAddress(page)] as const] : []),
    ['og:locale', locales[language]],
    ...languages
      .filter((other) => other !== language)
      .map((other) => ['og:locale:alternate', locales[other]] as const),
    ['og:image', `${origin}/social/${picture.name}.jpg`],
    ['og:image:type', 'image/jpeg'],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['og:image:alt', picture.alt(site().community)],
  ]
  return [
    ...properties.map(
      ([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}">`,
    ),
    '<meta name="twitter:card" content="summary_large_image">',
  ]
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Escapes a text for HTML or XML, between tags or in an attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)
}
