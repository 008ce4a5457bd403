import type { AnswerOf } from '#contract/endpoint.ts'
import type { AdminOrder, searchOrders } from '#contract/staff.ts'
import { buyers, offers, owner, test } from './admin-area.ts'
import { expect } from './fixtures.ts'

test('a fresh order is found by its Steam ID and handed over', async ({ page, product }) => {
  const shop = buyers(product)
  const steamId = '76561198000012345'
  const orderId = await shop.order('livreur', offers.delivered, { steamId })
  const transactionId = await shop.pay(offers.delivered)
  await expect.poll(() => shop.statusOf(orderId)).toBe('paid')
  const { words, order, open } = owner(page)
  const handOver = page.getByRole('button', { name: /^Marquer comme livrée.*livreur/ })
  const takeBack = page.getByRole('button', { name: /^Défaire la livraison.*livreur/ })

  await open('/admin?section=today')
  const todo = page.getByRole('list', { name: words('admin_to_do') })
  await todo
    .getByRole('link', { name: words('admin_orders') })
    .first()
    .click()
  await page.getByLabel(words('admin_search')).fill('0000123')
  await expect(page).toHaveURL('/admin?section=orders&search=0000123&toDeliver=true')
  await expect(order('livreur')).toContainText(transactionId)
  await page.reload()
  await expect(page.getByLabel(words('admin_search'))).toHaveValue('0000123')
  await handOver.click()
  await expect(takeBack).toBeFocused()
  await page.reload()
  await expect(page.getByText(words('admin_orders_not_found'))).toBeVisible()
  await page.getByLabel(words('admin_filter_to_deliver')).uncheck()
  await expect(order('livreur')).toContainText(words('admin_delivered'))
  await takeBack.click()
  await expect(handOver).toBeFocused()
})

test('a rude name is taken off the donor ranking, and put back', async ({ page, product }) => {
  const shop = buyers(product)
  const orderId = await shop.order('rude-name', offers.unlisted, { listedAsDonor: true })
  await shop.pay(offers.unlisted)
  await expect.poll(() => shop.statusOf(orderId)).toBe('paid')
  expect(await shop.donors()).toContain('rude-name')
  const { words, open, order } = owner(page)
  const takeOff = page.getByRole('button', { name: /^Retirer du classement.*rude-name/ })
  const restore = page.getByRole('button', { name: /^Remettre au classement.*rude-name/ })

  await open('/admin?section=orders&search=rude-name')
  await takeOff.focus()
  await page.keyboard.press('Enter')
  await expect(restore).toBeFocused()
  await expect(order('rude-name')).toContainText(words('admin_unlisted'))
  expect(await shop.donors()).not.toContain('rude-name')
  await page.reload()
  await restore.click()
  await expect(takeOff).toBeFocused()
  expect(await shop.donors()).toContain('rude-name')
})

test('a list requested before an action does not undo its result', async ({ page, product }) => {
  const shop = buyers(product)
  const sell = async (discordUsername: string): Promise<void> => {
    const orderId = await shop.order(discordUsername, offers.outdated)
    await shop.pay(offers.outdated)
    await expect.poll(() => shop.statusOf(orderId)).toBe('paid')
  }
  await sell('tortue')
  const { open, order } = owner(page)
  const handOver = order('tortue').getByRole('button', { name: /^Marquer comme livrée/ })
  const takeBack = order('tortue').getByRole('button', { name: /^Défaire la livraison/ })
  const listens = page.waitForResponse('**/api/events*')
  await open('/admin?section=orders&search=tort')
  await expect(handOver).toBeVisible()
  await listens

  const asked = Promise.withResolvers<void>()
  const handedOver = Promise.withResolvers<void>()
  await page.route('**/api/admin/orders?*', async (route) => {
    const response = await route.fetch()
    asked.resolve()
    await handedOver.promise
    await route.fulfill({ response })
  })
  await sell('tortillard')
  await asked.promise
  await handOver.click()
  await expect(takeBack).toBeFocused()
  handedOver.resolve()
  await expect(order('tortillard')).toBeVisible()
  await expect(takeBack).toBeFocused()
})

test('more orders are added to the list, and a search without results offers a way back', async ({
  page,
}) => {
  const { words, button, open, order, sees } = owner(page)
  await page.route('**/api/admin/orders?*', (route) => {
    const cursor = new URL(route.request().url()).searchParams.get('cursor')
    return route.fulfill({ json: cursor === 'next' ? page2 : page1 })
  })
  await open('/admin?section=orders&search=page')
  await expect(order('of-page-1')).toHaveCount(1)
  await button('admin_orders_more').click()
  await expect(order('of-page-2')).toHaveCount(1)
  await expect(order('of-page-1')).toHaveCount(1)
  await expect(button('admin_orders_more')).toHaveCount(0)
  await page.unrouteAll()
  await page.getByLabel(words('admin_search')).fill('zzzz-nobody')
  await sees('admin_orders_not_found')
  await button('admin_filters_clear').click()
  await expect(page.getByLabel(words('admin_search'))).toHaveValue('')
  await expect(page).toHaveURL('/admin?section=orders')
})

test.describe('orders that could not be fetched', () => {
  test.use({ expectedErrors: [/503/] })

  test('are asked for again', async ({ page }) => {
    const { words, button, open } = owner(page)
    await page.route('**/api/admin/orders?*', (route) =>
      route.fulfill({ status: 503, json: { code: 'database_unavailable' } }),
    )
    await open('/admin?section=orders')
    await expect(page.getByRole('alert')).toContainText(words('admin_failure', { code: 'unknown' }))
    await page.unrouteAll()
    await button('admin_retry').click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(button('admin_retry')).toHaveCount(0)
  })
})

const someOrder: AdminOrder = {
  id: '3f2a91c0-8b1d-4e6f-9a57-0c1d2e3f4a5b',
  status: 'paid',
  heldFor: null,
  steamId: '76561198006409530',
  discordUsername: 'of-page-1',
  forSomebodyElse: false,
  details: null,
  item: {
    offerKey: 'name-color-tag/1',
    name: 'Name Color Tag',
    type: 'Name Color Tag',
    duration: 1,
    priceCents: 2000,
  },
  driver: 'hosted',
  providerMode: 'test',
  refundedCents: 0,
  donorListing: 'none',
  openedAt: '2026-11-21T12:00:00.000Z',
  paidAt: '2026-11-21T12:01:00.000Z',
  offer: null,
  isAutomatic: false,
  deliveredAt: null,
  task: null,
  messages: { count: 0, unread: 0 },
  transactionId: '8AB12345CD678901E',
}
const page1: AnswerOf<typeof searchOrders> = { orders: [someOrder], nextCursor: 'next' }
const page2: AnswerOf<typeof searchOrders> = {
  orders: [
    {
      ...someOrder,
      id: '3f2a91c0-8b1d-4e6f-9a57-0c1d2e3f4a5c',
      discordUsername: 'of-page-2',
      status: 'disputed',
      refundedCents: 500,
      providerMode: 'live',
    },
  ],
  nextCursor: null,
}
