import { expect, test } from 'vitest'
import { m } from './i18n/paraglide/messages.js'
import { documentTitle, pageText } from './page-texts.ts'
import { findRoute, notFoundRoute, routes } from './routes.tsx'

test('every page has a title and a description', () => {
  for (const page of [...routes, notFoundRoute]) {
    expect(pageText(page).title()).not.toBe('')
    expect(pageText(page).description()).not.toBe('')
  }
})

test('only the pages that are yet to come have the description of those', () => {
  const comingSoon = String(findRoute('/coming-soon').load)
  const yetToCome = routes.filter(({ load }) => String(load) === comingSoon)
  const described = routes.filter(
    (page) => pageText(page).description() === m.coming_soon_description(),
  )
  expect(described.map(({ path }) => path)).toEqual(yetToCome.map(({ path }) => path))
})

test('a page is named before the brand, the home page after it', () => {
  expect(documentTitle({ path: '/rules' })).toBe(`${m.section_rules()} · KRYPTONIQUE`)
  expect(documentTitle({ path: '/' })).toMatch(/^KRYPTONIQUE · /)
})
