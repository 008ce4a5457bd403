import { join } from 'node:path'
import { statSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { notFoundRoute, routes } from '#web/app/routes.tsx'
import { pageListing, socialPictureNames } from './page-listing.ts'

test('search engines may list only the pages for everybody', () => {
  const unlisted = routes()
    .map(({ path }) => path)
    .filter((path) => !pageListing(path).listed)
  expect(unlisted).toEqual([
    '/auth/callback',
    '/cart',
    '/checkout',
    '/orders',
    '/orders/:id',
    '/perks',
    '/account',
    '/wallet',
    '/redeem',
    '/coming-soon',
    '/krypto-success',
    '/team/create',
    '/team/edit/:id',
    '/beta-test',
    '/beta-unlock',
    '/admin',
  ])
})

test('the 404 page is not listed', () => {
  expect(pageListing(notFoundRoute.path).listed).toBe(false)
})

test('pages with the same content have one canonical address', () => {
  expect(pageListing('/donation/skin').canonicalPath).toBe('/shop')
  expect(pageListing('/shop').canonicalPath).toBe('/shop')
})

test.each([
  ['/', 'island'],
  ['/donation', 'donation'],
  ['/donation/reskin/weapon', 'donation'],
  ['/donation/skin', 'skins'],
  ['/guide/armour', 'guides'],
  ['/rules/raiding', 'rules'],
  ['/team', 'team'],
  ['/servers', 'island'],
])('the picture of %s shows: %s', (path, name) => {
  expect(pageListing(path).picture.name).toBe(name)
})

test.each(socialPictureNames)(
  'the picture exists, with the right dimensions and file size: %s',
  async (name) => {
    const file = join(import.meta.dirname, '../../../site/public/social', `${name}.jpg`)
    const { width, height, format } = await sharp(file).metadata()
    expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'jpeg' })
    expect(statSync(file).size).toBeLessThanOrEqual(80_000)
  },
)
