import { expect, test } from 'vitest'
import { paths } from './paths.ts'
import { findRoute, notFoundRoute, routes } from './routes.tsx'

test('every path leads to a page of its own', () => {
  const { loginFailed: _, ...plain } = paths
  const addresses = Object.values(plain).map((path) => path())
  expect(routes.map(({ path }) => path).toSorted()).toEqual(addresses.toSorted())
})

test('finds a page with a query, a fragment or a slash at the end', () => {
  expect(findRoute('/login?error=x').path).toBe('/login')
  expect(findRoute('/login#main').path).toBe('/login')
  expect(findRoute('/login/').path).toBe('/login')
  expect(findRoute('/?a=b').path).toBe('/')
})

test('an unknown address is the 404 page', () => {
  expect(findRoute('/nowhere')).toBe(notFoundRoute)
  expect(findRoute('/donation/nothing')).toBe(notFoundRoute)
})

test('only the checkout is always a document of its own', () => {
  expect(routes.flatMap(({ path, ownDocument }) => (ownDocument ? [path] : []))).toEqual([
    paths.checkout(),
  ])
})
