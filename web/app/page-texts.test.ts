import { afterEach, expect, test } from 'vitest'
import { languages } from '#contract/language.ts'
import { productAnswers } from '#test/pages-site.ts'
import { shippedDocuments } from '#test/shipped-documents.ts'
import { documentPath, documentQuery } from '#web/features/guides/documents.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { setLanguage } from '#web/i18n/runtime.ts'
import { carry } from './first-view.ts'
import { documentTitle, pageText } from './page-texts.ts'
import { pageListing } from './renderer/page-listing.ts'
import { findRoute, notFoundRoute, routes } from './routes.tsx'

afterEach(() => {
  setLanguage('fr')
  carry([])
})

test('every page has a title and a description', () => {
  for (const page of [...routes(), notFoundRoute]) {
    expect(pageText(page).title).not.toBe('')
    expect(pageText(page).description).not.toBe('')
  }
})

test('the title of a page comes before the brand, that of the home page after it', () => {
  expect(documentTitle({ path: '/rules' })).toBe(`${m.section_rules()} · KRYPTONIQUE`)
  expect(documentTitle({ path: '/' })).toMatch(/^KRYPTONIQUE · /)
})

test.each(languages)(
  'titles and descriptions are unique, and short enough for search engines: %s',
  (language) => {
    setLanguage(language)
    const { documents } = shippedDocuments.list(language)
    carry([
      ...productAnswers,
      ...documents.map((entry) => [documentQuery(documentPath(entry)).queryKey, entry] as const),
    ])
    const listed = routes()
      .map(({ path }) => path)
      .filter((path) => {
        const { listed: isListed, canonicalPath } = pageListing(path)
        return isListed && canonicalPath === path && !path.includes(':')
      })
    const all = [...listed, ...documents.map(documentPath)]
    expect(all.length).toBeGreaterThan(40)
    const titles = all.map((path) => documentTitle(findRoute(path), path))
    const descriptions = all.map((path) => pageText(findRoute(path), path).description)
    expect(findDuplicates(titles)).toEqual([])
    expect(findDuplicates(descriptions)).toEqual([])
    expect(titles.filter(({ length }) => length > 65)).toEqual([])
    expect(descriptions.filter(({ length }) => length < 40 || length > 170)).toEqual([])
  },
)

function findDuplicates(texts: readonly string[]): readonly string[] {
  return texts.filter((text, index) => texts.indexOf(text) !== index)
}
