import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { languages } from '#contract/language.ts'
import {
  addressInLanguage,
  addressWithoutLanguage,
  escapeHtml,
} from '#web/app/prerender/document.ts'

/** Writes the files that list our pages for search engines; the server fills in our origin. */
export async function writeCrawlerFiles(
  publicDirectory: string,
  listedPaths: readonly string[],
): Promise<void> {
  await writeFile(join(publicDirectory, 'sitemap.xml'), sitemap(listedPaths))
  await writeFile(join(publicDirectory, 'robots.txt'), robots)
}

/**
 * Every page in every language, each with all its translations:
 * https://developers.google.com/search/docs/specialty/international/localized-versions#sitemap
 */
export function sitemap(listedPaths: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${listedPaths.flatMap(entriesOf).join('\n')}
</urlset>
`
}

function entriesOf(path: string): readonly string[] {
  const all = [
    ...languages.map((hreflang) => ({ hreflang, address: addressInLanguage(path, hreflang) })),
    { hreflang: 'x-default', address: addressWithoutLanguage(path) },
  ]
  const links = all.map(
    ({ hreflang, address }) =>
      `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escapeHtml(address)}"/>`,
  )
  return all.map(({ address }) => `<url><loc>${escapeHtml(address)}</loc>${links.join('')}</url>`)
}

// Unlisted pages say so themselves; a crawler has to read them to find out.
const robots = `User-agent: *
Disallow: /api/
Disallow: /functions/
Disallow: /webhooks/

Sitemap: %PUBLIC_ORIGIN%/sitemap.xml
`
