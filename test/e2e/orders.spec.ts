import type { Page } from '@playwright/test'
import { changeOrder } from '#contract/checkout.ts'
import { createSandboxControl } from '#test/sandbox-control.ts'
import { expectNoViolations } from './axe.ts'
import { buyPriorityQueue, chooseLanguage, steamId } from './buyer.ts'
import { findSessionCookie, signInByRequests } from './discord-sign-in.ts'
import { expect, test } from './fixtures.ts'
import { bar, heading, toasts } from './frame-parts.ts'
import { waitForHydration } from './hydration.ts'
import { answerOrder, answerOrders, orderId, ordersByTitle, refuse } from './order-stories.ts'
import { wordsOf } from './words.ts'

const french = wordsOf('fr')
const russian = wordsOf('ru')
/** Wide enough for the bar to show the player's name. */
const wide = { width: 1440, height: 900 }
const main = (page: Page) => page.getByRole('main')
const listingSwitch = (page: Page) => page.getByRole('switch', { name: french('orders_donor') })

test.use({ viewport: { width: 390, height: 844 } })

test('a purchase shows its state, prints as a receipt and shows its refund', async ({
  page,
  context,
  product,
}) => {
  const boughtId = await buyPriorityQueue(context, product)
  await page.goto('/orders')
  // It delivers itself, while the page is open.
  await expect(main(page).getByText(french('orders_active_title'), { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Priority Queue' })).toBeVisible()
  await expect(main(page).getByText(steamId)).toBeVisible()

  await main(page)
    .getByRole('link', { name: /^Reçu de la commande/ })
    .click()
  const transaction = main(page).getByText(/^(?!7656)[\dA-Z]{17}$/)
  await expect(transaction).toBeVisible()
  await expectPrintsOnOnePage(page)

  const transactionId = (await transaction.textContent()) ?? ''
  await createSandboxControl(product.sandboxOrigin).refund(transactionId)
  await expect
    .poll(async () => (await context.request.get(`/api/orders/${boughtId}`)).text())
    .toContain('"status":"refunded"')
  await page.reload()
  await expect(page.getByText(french('receipt_refunded'), { exact: true })).toBeVisible()
  await page.getByRole('link', { name: french('receipt_all_orders') }).click()
  await expect(heading(page)).toHaveText(french('orders_title'))
  await expect(page.getByText(french('orders_refunded_title'))).toBeVisible()
  await expect(listingSwitch(page)).toBeHidden()
})

test('another browser sees the orders of the same account, and no others', async ({
  page,
  browser,
  product,
}) => {
  await signInByRequests(page.context(), 'plain')
  const address = `/orders/${await buyPriorityQueue(page.context(), product)}`

  const elsewhere = await browser.newPage({ baseURL: product.origin, viewport: wide })
  waitForHydration(elsewhere.context())
  await elsewhere.goto(address)
  await expect(heading(elsewhere)).toHaveText(french('receipt_missing_title'))
  const session = await findSessionCookie(page.context())
  if (!session) throw new Error('nobody is signed in')
  await elsewhere.context().addCookies([session])
  await elsewhere.reload()
  await expect(elsewhere.getByText(french('receipt_heading'))).toBeVisible()
  await bar(elsewhere, french)
    .getByRole('button', { name: french('nav_sign_out') })
    .click()
  await expect(heading(elsewhere)).toHaveText(french('receipt_missing_title'))
  await elsewhere.close()
})

test.describe('the choice to be named as a donor', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test('is stored, and undone when it could not be saved', async ({ page, context, product }) => {
    await buyPriorityQueue(context, product)
    await page.goto('/orders')
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await listingSwitch(page).check()
    await saved
    await page.reload()
    await expect(listingSwitch(page)).toBeChecked()

    await page.route('**/api/orders/*', (route) => route.abort())
    await listingSwitch(page).click()
    await expect(toasts(page, french).getByText(french('choice_not_stored'))).toBeVisible()
    await expect(listingSwitch(page)).toBeChecked()
  })

  test('is the last one of several quick presses for the server as well', async ({ page }) => {
    const order = ordersByTitle.orders_to_activate_title
    if (!order) throw new Error('there is no such order')
    const heard: boolean[] = []
    const slowLine = Promise.withResolvers<void>()
    await answerOrders(page, [order])
    await page.route('**/api/orders/*', async (route) => {
      const { listedAsDonor } = changeOrder.body.parse(route.request().postDataJSON())
      if (listedAsDonor) await slowLine.promise
      heard.push(listedAsDonor)
      await route.fulfill({ json: { ...order, listedAsDonor } })
    })
    await page.goto('/orders')
    const first = page.waitForRequest('**/api/orders/*')
    await listingSwitch(page).check()
    await first
    await listingSwitch(page).uncheck()
    slowLine.resolve()
    await expect.poll(() => heard).toEqual([true, false])
    await expect(listingSwitch(page)).not.toBeChecked()
  })
})

// The longest words overflow first.
test('every state of an order has its words, and axe finds nothing', async ({
  page,
  context,
  product,
}) => {
  await chooseLanguage(context, product.origin, 'ru')
  await answerOrders(page, Object.values(ordersByTitle))
  await page.goto('/orders')
  await expect(page.getByRole('article')).toHaveCount(Object.keys(ordersByTitle).length)
  const cards = await page.getByRole('article').allTextContents()
  for (const [index, key] of Object.keys(ordersByTitle).entries()) {
    expect(cards[index]).toMatch(pattern(russian(key, { amount: '…', total: '…', date: '…' })))
  }
  await expectNoViolations(page, 'orders')
  await expectNoSideways(page)
})

test('no orders, an order of another browser, and a receipt', async ({
  page,
  context,
  product,
}) => {
  await chooseLanguage(context, product.origin, 'ru')
  await page.goto('/orders')
  await expect(page.getByText(russian('orders_empty_title'))).toBeVisible()
  await expect(page.getByText(russian('orders_elsewhere_visitor'))).toBeVisible()
  await expectNoViolations(page, 'no orders')
  await page.getByRole('link', { name: russian('to_shop') }).click()
  await expect(heading(page)).toHaveText(russian('donation_title'))

  await page.goto('/orders/no-order')
  await expect(heading(page)).toHaveText(russian('receipt_missing_title'))
  await expectNoViolations(page, 'missing order')

  const order = ordersByTitle.orders_partly_refunded
  if (!order) throw new Error('there is no such order')
  await answerOrder(page, order)
  await page.goto(`/orders/${order.id}`)
  await expect(page.getByText(russian('receipt_heading'))).toBeVisible()
  await expectNoViolations(page, 'receipt')
  await expectNoSideways(page)
})

test.describe('orders that cannot be loaded', () => {
  test.use({ expectedErrors: [/500|ERR_FAILED|ERR_INTERNET_DISCONNECTED/] })

  test('appear after the next try, and stay when only a refetch fails', async ({ page }) => {
    await page.route('**/api/orders', (route) => refuse(route, 'internal_error', 500))
    await page.goto('/orders')
    await expect(page.getByText(french('orders_failed_title'))).toBeVisible()
    await expectNoViolations(page, 'orders that failed')
    await answerOrders(page, Object.values(ordersByTitle))
    await page.getByRole('button', { name: french('retry') }).click()
    await expect(page.getByRole('article').first()).toBeVisible()

    const asked = page.waitForEvent('requestfailed')
    await page.route('**/api/orders', (route) => route.abort())
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await asked
    await expect(page.getByText(french('orders_failed_title'))).toBeHidden()
    await expect(page.getByRole('article').first()).toBeVisible()
  })

  test('come by themselves once the network is back', async ({ page, context }) => {
    await page.goto('/orders')
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: french('nav_rules') })
      .click()
    await expect(heading(page)).not.toHaveText(french('orders_title'))
    await context.setOffline(true)
    await page.getByRole('link', { name: french('orders_title') }).click()
    await expect(page.getByText(french('offline_nothing_lost'))).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText(french('orders_empty_title'))).toBeVisible()
  })
})

test('an order that PayPal reviews turns paid by itself', async ({ page }) => {
  const { orders_under_review_title: reviewed, orders_to_activate_title: settled } = ordersByTitle
  if (!reviewed || !settled) throw new Error('there are no such orders')
  await page.clock.install()
  await answerOrders(page, [reviewed])
  await page.goto('/orders')
  await expect(page.getByText(french('orders_under_review_title'))).toBeVisible()
  await answerOrders(page, [{ ...settled, id: orderId(2) }])
  await page.clock.fastForward('02:00')
  await expect(main(page).getByText(french('orders_to_activate_title'))).toBeVisible()

  await answerOrder(page, { ...reviewed, id: orderId(2) })
  await page.goto(`/orders/${orderId(2)}`)
  await expect(main(page).getByText(french('orders_under_review'))).toBeVisible()
  await answerOrder(page, { ...settled, id: orderId(2) })
  await page.clock.fastForward('02:00')
  await expect(main(page).getByText(french('orders_to_activate_text'))).toBeVisible()
})

async function expectPrintsOnOnePage(page: Page): Promise<void> {
  const pdf = await page.pdf({ format: 'A4' })
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(french('receipt_heading'))).toBeVisible()
  await expect(main(page).getByText(french('orders_active_title')).first()).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('link', { name: french('receipt_all_orders') })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
}

async function expectNoSideways(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 800 })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(320)
}

/** Matches a text with any amounts. */
function pattern(text: string): RegExp {
  return new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('…', '.+'))
}
