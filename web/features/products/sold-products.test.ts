import { afterEach, expect, test } from 'vitest'
import { catalogue } from '#web/features/products/catalogue.ts'
import { languages } from '#contract/language.ts'
import { gearNames } from '#web/art/reskinned.tsx'
import { setLanguage } from '#web/i18n/runtime.ts'
import { pageText } from '#web/app/page-texts.ts'
import { paths } from '#contract/paths.ts'
import { findRoute } from '#web/app/routes.tsx'
import ReskinProductPage from '#web/features/donations/reskin-product-page.tsx'
import TagProductPage from '#web/features/donations/tag-product-page.tsx'
import TimedProductPage from '#web/features/donations/timed-product-page.tsx'
import { productText } from './shop-texts.ts'
import { productPath, productsOf, soldProducts } from './sold-products.ts'

const reskins = productsOf('reskin')

afterEach(() => setLanguage('fr'))

test('the addresses of the products', () => {
  expect(soldProducts().map((product) => productPath(product))).toEqual([
    '/donation/priority-queue',
    '/donation/clan-color-tag',
    '/donation/name-color-tag',
    '/donation/reskin/gear/top',
    '/donation/reskin/gear/pant',
    '/donation/reskin/gear/armour',
    '/donation/reskin/gear/helmet',
    '/donation/reskin/weapon/sniper',
    '/donation/reskin/weapon/auto',
    '/donation/extras',
    '/donation/extras',
  ])
})

test('every product on sale has its page, and every page a product', async () => {
  const sold = new Set(catalogue().offers.map(({ product }) => product.slug))
  expect(soldProducts().map(({ slug }) => slug)).toEqual([...sold])
  const pages = { timed: TimedProductPage, 'color-tag': TagProductPage, reskin: ReskinProductPage }
  for (const product of soldProducts()) {
    const path = productPath(product)
    expect(findRoute(path).path).toBe(path)
    if (product.kind === 'extra') continue
    expect((await findRoute(path).load()).default).toBe(pages[product.kind])
  }
})

test('every reskin has its own picture', () => {
  expect(reskins.map(({ picture }) => picture)).toEqual(gearNames)
})

test('the page above a reskin is the one with its tile', () => {
  const above = reskins.map((product) => productPath(product).replace(/\/[^/]+$/, ''))
  expect([...new Set(above)]).toEqual([paths.reskinGear(), paths.reskinWeapon()])
})

test.each(languages)('a page in %s has the name of its offers', (language) => {
  setLanguage(language)
  for (const product of reskins) {
    const { title } = productText(product)
    expect(pageText({ path: productPath(product) }).title).toBe(title)
    expect(
      catalogue()
        .offersOf(product.slug)
        .map(({ name }) => name),
    ).toEqual([`${title} Basic`, `${title} Advanced`])
  }
})

test.each(languages)('each reskin has its own title and description in %s', (language) => {
  setLanguage(language)
  const descriptions = reskins.map(
    (product) => pageText({ path: productPath(product) }).description,
  )
  expect(new Set(descriptions).size).toBe(reskins.length)
})
