import { languages } from '#contract/language.ts'
import { addressInLanguage, escapeHtml } from './document.ts'

/**
 * Every page in every language, each with all its translations:
 * https://developers.google.com/search/docs/specialty/international/localized-versions#sitemap
 */
export function sitemap(origin: string, listedPaths: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${listedPaths.flatMap((path) => entriesOf(`${origin}${path}`)).join('\n')}
</urlset>
`
}

function entriesOf(page: string): readonly string[] {
  const all = [
    ...languages.map((hreflang) => ({ hreflang, address: addressInLanguage(page, hreflang) })),
    { hreflang: 'x-default', address: page },
  ]
  const links = all.map(
    ({ hreflang, address }) =>
      `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escapeHtml(address)}"/>`,
  )
  return all.map(({ address }) => `<url><loc>${escapeHtml(address)}</loc>${links.join('')}</url>`)
}
