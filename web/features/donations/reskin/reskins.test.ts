import { afterEach, expect, test } from 'vitest'
import { catalogue } from '#site/catalogue.ts'
import { languages } from '#contract/language.ts'
import { gearNames } from '#web/art/reskinned.tsx'
import { setLanguage } from '#web/i18n/runtime.ts'
import { pageText } from '#web/app/page-texts.ts'
import { paths } from '#web/app/paths.ts'
import { findRoute } from '#web/app/routes.tsx'
import ReskinProductPage from './reskin-product-page.tsx'
import { reskinProducts } from './reskins.ts'

const products = Object.values(reskinProducts)

afterEach(() => setLanguage('fr'))

test('every reskin on sale has its page', async () => {
  const sold = catalogue.offers.filter(({ type }) => type === 'Reskin').map(({ slug }) => slug)
  expect(products.map(({ slug }) => slug)).toEqual([...new Set(sold)])
  for (const { path } of products) {
    expect(findRoute(path).path).toBe(path)
    expect((await findRoute(path).load()).default).toBe(ReskinProductPage)
  }
})

test('every reskin has its own address and picture', () => {
  expect(new Set(products.map(({ path }) => path)).size).toBe(products.length)
  expect(products.map(({ gear }) => gear)).toEqual(gearNames)
})

test('the page above a reskin is the one with its tile', () => {
  for (const { path, up } of products) expect(path.startsWith(`${up}/`)).toBe(true)
  expect([...new Set(products.map(({ up }) => up))]).toEqual([
    paths.reskinGear(),
    paths.reskinWeapon(),
  ])
})

test.each(languages)('a page in %s has the name of its offers', (language) => {
  setLanguage(language)
  for (const { slug, path, title } of products) {
    expect(pageText({ path }).title()).toBe(title())
    expect(catalogue.offersOf(slug).map(({ name }) => name)).toEqual([
      `${title()} Basic`,
      `${title()} Advanced`,
    ])
  }
})

test.each(languages)('each reskin has its own title and description in %s', (language) => {
  setLanguage(language)
  const descriptions = products.map(({ path }) => pageText({ path }).description())
  expect(new Set(descriptions).size).toBe(products.length)
})
