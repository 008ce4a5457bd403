import { test } from './admin-area.ts'
import { expect } from './fixtures.ts'
import { skinStaff } from './skin-shop-staff.ts'

test('a page asks again only for what has changed since its document was made', async ({
  page,
  product,
}) => {
  const staff = await skinStaff(product, '10.9.0.9')
  const skin = (name: string) => page.getByRole('main').getByRole('article', { name, exact: true })
  await staff.sell('Cape du matin', 100)
  // The event of a change may come in the stream that has just reported it, so some are asked twice.
  const asked = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.add(pathname)
  })
  let opening = Promise.withResolvers<undefined>()
  await page.route('**/api/events*', async (route) => {
    await opening.promise
    await route.continue()
  })
  const addresses = ['/api/events', '/api/session', '/api/shop-items']

  await page.goto('/shop')
  await expect(skin('Cape du matin')).toBeVisible()
  const soldBetween = await staff.sell('Cape de midi', 200)
  opening.resolve(undefined)
  await expect(skin('Cape de midi')).toBeVisible()
  expect([...asked].toSorted()).toEqual(addresses)

  asked.clear()
  const streamed = page.waitForResponse('**/api/events*')
  await page.reload()
  await streamed
  await staff.sell('Cape du soir', 300)
  await expect(skin('Cape du soir')).toBeVisible()
  expect([...asked].toSorted()).toEqual(addresses)

  // The browser shows the document that it has in its history.
  await page.goto('/donation')
  await staff.withdraw(soldBetween)
  opening = Promise.withResolvers<undefined>()
  await page.goBack()
  await expect(skin('Cape de midi')).toBeHidden()
})
