import { expect, test } from 'vitest'
import { productPath, soldProducts } from '#web/features/products/sold-products.ts'
import { documentKinds, paths } from '#contract/paths.ts'
import { findRoute, notFoundRoute, routes } from './routes.tsx'

test('every path has its own page, and the texts of a section have one', () => {
  const { loginFailed: _, document, teamEdit, receipt, ...plain } = paths
  const textsOfSections = documentKinds.map((section) => document(section, ':slug'))
  const ofProducts = soldProducts().map(productPath)
  const others = [...Object.values(plain).map((path) => path()), teamEdit(':id'), receipt(':id')]
  const addresses = new Set([...ofProducts, ...textsOfSections, ...others])
  const found = [...addresses].map((path) => findRoute(path).path)
  expect(
    routes()
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual([...new Set(found)].toSorted())
  expect(found.filter((path, index) => path !== [...addresses][index])).toHaveLength(7)
  expect(findRoute(paths.guideKryptoPoints()).path).toBe('/guide/:slug')
})

test('finds a page with a query, a fragment or a slash at the end', () => {
  expect(findRoute('/login?error=x').path).toBe('/login')
  expect(findRoute('/login#main').path).toBe('/login')
  expect(findRoute('/login/').path).toBe('/login')
  expect(findRoute('/?a=b').path).toBe('/')
})

test('all addresses with an id lead to the same page', () => {
  const editing = findRoute(paths.teamEdit(':id'))
  expect(editing.path).toBe('/team/edit/:id')
  expect(findRoute(paths.teamEdit('0b7c9f1e-4f53-4c3e-9b0e-d3c1a2b4f5e6'))).toBe(editing)
  expect(findRoute('/team/edit/1/?a=b')).toBe(editing)
  expect(findRoute('/team/edit')).toBe(notFoundRoute)
  expect(findRoute('/team/edit/1/2')).toBe(notFoundRoute)
})

test('an unknown address is the 404 page', () => {
  expect(findRoute('/nowhere')).toBe(notFoundRoute)
  expect(findRoute('/donation/nothing')).toBe(notFoundRoute)
})

test('only the checkout always loads as a document', () => {
  expect(routes().flatMap(({ path, ownDocument }) => (ownDocument ? [path] : []))).toEqual([
    paths.checkout(),
  ])
})
