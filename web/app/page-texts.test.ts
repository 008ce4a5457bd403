import { afterEach, expect, test } from 'vitest'
import { languages } from '#contract/language.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { setLanguage } from '#web/i18n/runtime.ts'
import { documentTitle, pageText } from './page-texts.ts'
import { pageListing } from './renderer/page-listing.ts'
import { notFoundRoute, routes } from './routes.tsx'

afterEach(() => setLanguage('fr'))

test('every page has a title and a description', () => {
  for (const page of [...routes(), notFoundRoute]) {
    expect(pageText(page).title()).not.toBe('')
    expect(pageText(page).description()).not.toBe('')
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
    const listed = routes().filter(({ path }) => {
      const { listed: isListed, canonicalPath } = pageListing(path)
      return isListed && canonicalPath === path
    })
    expect(listed.length).toBeGreaterThan(25)
    const titles = listed.map((page) => documentTitle(page))
    const descriptions = listed.map((page) => pageText(page).description())
    expect(findDuplicates(titles)).toEqual([])
    expect(findDuplicates(descriptions)).toEqual([])
    expect(titles.filter(({ length }) => length > 65)).toEqual([])
    expect(descriptions.filter(({ length }) => length < 40 || length > 170)).toEqual([])
  },
)

function findDuplicates(texts: readonly string[]): readonly string[] {
  return texts.filter((text, index) => texts.indexOf(text) !== index)
}
