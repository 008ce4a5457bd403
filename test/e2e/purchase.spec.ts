import { createSandboxControl } from '#test/sandbox-control.ts'
import { chooseLanguage, shopper, steamId } from './buyer.ts'
import { clickTwice } from './click-twice.ts'
import { expect, test } from './fixtures.ts'
import { heading, toasts } from './frame-parts.ts'
import { openHomePage } from './pages.ts'
import { productWords } from './words.ts'

// The journeys that start at the checkout run in French on a desktop screen.
test('a whole purchase on a phone, in Russian, with repeated presses @translated', async ({
  page,
  context,
  browser,
  product,
}) => {
  await page.setViewportSize({ width: 390, height: 900 })
  await chooseLanguage(context, product.origin, 'ru')
  // Another browser, because a purchase is not announced to its buyer.
  const others = await browser.newContext({ baseURL: product.origin })
  await chooseLanguage(others, product.origin, 'ru')
  const onlooker = await others.newPage()
  const listens = onlooker.waitForResponse('**/api/events*')
  await onlooker.goto('/')
  await listens
  const buyer = shopper(page, 'ru')
  const { words } = buyer

  await openHomePage(page)
  await page
    .getByRole('main')
    .getByRole('link', { name: words('home_offers_all') })
    .click()
  await expect(heading(page)).toHaveText(words('donation_title'))
  await page.getByRole('link', { name: productWords('ru', 'priority-queue').title }).click()
  const buy = page.getByRole('button', { name: words('buy_now') })
  await expect(buy).toBeDisabled()
  await page.getByRole('radio', { name: /^3 / }).check()
  await buy.click()
  await expect(page).toHaveURL('/cart')
  await buyer.fillCheckout()
  const openings: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(`${product.origin}/functions/`)) openings.push(request.url())
  })
  await clickTwice(buyer.payButton())
  const paypal = await buyer.openPayPal()
  expect(openings).toHaveLength(1)
  await expect(paypal.getByText('25.00 EUR')).toBeVisible()
  // Messages disappear by themselves, so both are awaited before they appear.
  await Promise.all([
    expect(onlooker.getByText(words('toast_purchase_title'))).toBeVisible(),
    buyer.sees('orders_paid_title'),
    paypal.getByRole('button', { name: 'Pay', exact: true }).click(),
  ])
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('cart'))).toBe('[]')
  await others.close()
})

test.describe('a buyer who hesitates', () => {
  test.use({ expectedErrors: [/402/] })

  test('may reload, cancel, close the window and try another card, and pays once', async ({
    page,
  }) => {
    const buyer = shopper(page, 'fr')
    await buyer.openOrder()
    await expect(buyer.paypalButton()).toBeVisible()
    await page.reload()

    const cancelled = await buyer.openPayPal()
    const field = page.getByLabel('Steam ID').first()
    await expect(field).not.toBeEditable()
    await expect(page.getByText(`Pour le Steam ID ${steamId}`)).toBeVisible()
    await cancelled.getByRole('button', { name: 'Cancel' }).click()
    await buyer.sees('checkout_cancelled')
    await expect(field).toBeEditable()

    const closed = await buyer.openPayPal()
    await expect(page.getByText(buyer.words('checkout_cancelled'))).toHaveCount(0)
    await closed.close()
    await buyer.sees('checkout_cancelled')

    const declined = await buyer.openPayPal()
    const again = page.waitForEvent('popup')
    await declined.getByRole('button', { name: 'Decline' }).click()
    await (await again).getByRole('button', { name: 'Pay', exact: true }).click()
    await buyer.sees('orders_paid_title')
  })
})

test('what is paid after its tab was closed leaves the cart of the next one', async ({
  page,
  context,
}) => {
  const buyer = shopper(page, 'fr')
  await buyer.openOrder()
  const paypal = await buyer.openPayPal()
  const pay = paypal.getByRole('button', { name: 'Pay', exact: true })
  await expect(pay).toBeVisible()
  const nextTab = await context.newPage()
  await page.close()
  await nextTab.goto('/cart')
  await expect(nextTab.getByRole('link', { name: 'Passer au paiement' })).toBeVisible()
  await pay.click()
  await expect(nextTab.getByText('Votre panier est vide')).toBeVisible()
  await expect(toasts(nextTab, buyer.words)).toContainText(buyer.words('orders_paid_title'))
})

test('what was paid before the next visit leaves the cart then', async ({ page, context }) => {
  const buyer = shopper(page, 'fr')
  await buyer.openOrder()
  const paypal = await buyer.openPayPal()
  const pay = paypal.getByRole('button', { name: 'Pay', exact: true })
  await expect(pay).toBeVisible()
  await page.close()
  await pay.click()
  const readOrders = async () => (await context.request.get('/api/orders')).json()
  await expect.poll(readOrders).toMatchObject({ orders: [{ status: 'paid' }] })
  const nextVisit = await context.newPage()
  await nextVisit.goto('/donation')
  await expect(toasts(nextVisit, buyer.words)).toContainText(buyer.words('orders_paid_title'))
  await nextVisit.goto('/cart')
  await expect(nextVisit.getByText('Votre panier est vide')).toBeVisible()
  expect(await nextVisit.evaluate(() => localStorage.orderedItems ?? null)).toBeNull()
})

test('what is paid stays on the landing page until it is closed, and no tab offers the item again', async ({
  page,
  context,
}) => {
  const buyer = shopper(page, 'fr')
  await buyer.putIntoCart('priority-queue/3')
  await buyer.fillCheckout()
  const otherTab = await context.newPage()
  await otherTab.goto('/cart')
  await expect(otherTab.getByRole('link', { name: 'Passer au paiement' })).toBeVisible()
  await buyer.payButton().click()
  await buyer.pay()
  await expect(otherTab.getByText('Votre panier est vide')).toBeVisible()
  await expect(page).toHaveURL('/')
  const announcement = toasts(page, buyer.words).getByText(buyer.words('orders_paid_title'))
  await expect(announcement).toBeVisible()

  const panel = page.getByRole('region', { name: buyer.words('home_paid_title') })
  await expect(panel).toContainText(buyer.words('orders_paid_title'))
  await expect(panel).toContainText('Priority Queue, 3 mois')
  await expect(panel).toContainText(steamId)
  await expect(panel).toContainText(/commande [0-9A-F]{8}/)
  await expect(panel.getByRole('link', { name: buyer.words('orders_to_receipt') })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/cart$/)
  await expect(page.getByText('Votre panier est vide')).toBeVisible()
  await page.goto('/')
  await expect(panel).toContainText(steamId)
  await expect(announcement).toHaveCount(0)
  await panel.getByRole('button', { name: buyer.words('home_paid_close') }).click()
  await expect(panel).toHaveCount(0)
  await page.reload()
  await expect(heading(page)).toBeVisible()
  await expect(panel).toHaveCount(0)
})

test.describe('PayPal does not answer', () => {
  test.use({ expectedErrors: [/503/] })

  test('nothing is charged and the button stays, or the page keeps checking and finds the payment', async ({
    page,
    product,
  }) => {
    const buyer = shopper(page, 'fr')
    await buyer.openOrder()
    await expect(buyer.paypalButton()).toBeVisible()
    // Expected more than once: every minute the server checks the orders that other journeys left open.
    const sandbox = createSandboxControl(product.sandboxOrigin)
    await sandbox.fail({
      provider: 'paypal',
      kind: '500',
      times: 1000,
      path: '/v2/checkout/orders',
    })
    const opened = page.waitForEvent('popup')
    await buyer.paypalButton().click()
    await buyer.sees('checkout_provider_unavailable')
    // The next press must not reuse this window.
    const left = await opened
    await expect.poll(() => left.isClosed()).toBe(true)
    await sandbox.clearFaults()

    const refused = { provider: 'paypal', kind: 'payment-refused', times: 1000 }
    await sandbox.fail({ ...refused, path: '/v2/checkout/orders' })
    await buyer.paypalButton().click()
    await buyer.sees('checkout_not_set_up')
    await buyer.sees('checkout_order_open')
    await expect(page.getByText(buyer.words('checkout_paypal_ready'))).toHaveCount(0)
    await sandbox.clearFaults()

    const capture = '/v2/checkout/orders/*/capture'
    await sandbox.fail({ provider: 'paypal', kind: 'reset', path: capture })
    await buyer.pay()
  })
})

test.describe('the code that loads PayPal’s script is gone after a release', () => {
  test.use({ expectedErrors: [/ERR_FAILED|dynamically imported module/] })

  test('trying again loads the new document, in which the open order can be paid', async ({
    page,
  }) => {
    const code = '**/paypal-js-*.js'
    await page.route(code, (route) => route.abort())
    const buyer = shopper(page, 'fr')
    await buyer.openOrder()
    await buyer.sees('checkout_paypal_unavailable')
    // The old document gets the code no more.
    await page.route('**/checkout', async (route) => {
      await page.unroute(code)
      await route.continue()
    })
    await page.getByRole('button', { name: buyer.words('retry') }).click()
    await expect(buyer.paypalButton()).toBeVisible()
  })
})

test.describe('PayPal refuses the shop’s client id', () => {
  test.use({ expectedErrors: [/400|SDK Validation error/] })

  test('the page says so instead of suspecting an ad blocker', async ({ page }) => {
    await page.route('**/api/payment-options', async (route) => {
      const response = await route.fetch()
      const options: unknown = await response.json()
      await route.fulfill({ response, json: Object.assign({}, options, { clientId: 'wrong' }) })
    })
    await page.route('**/api/payment-options/check', (route) =>
      route.fulfill({ json: { isSetUp: false } }),
    )
    const buyer = shopper(page, 'fr')
    await buyer.openOrder()
    await buyer.sees('checkout_not_set_up')
    await buyer.sees('checkout_order_open')
    await expect(page.getByRole('button', { name: buyer.words('retry') })).toHaveCount(0)
  })
})

test.describe('a price that changes while the checkout is open', () => {
  test.use({ expectedErrors: [/409/] })

  test('is refused and corrected', async ({ page }) => {
    const buyer = shopper(page, 'fr')
    await buyer.startCheckout('priority-queue/3')
    await page.route('**/discord-purchase-notification', (route) =>
      route.fulfill({
        status: 409,
        json: { code: 'price_changed', message: 'changed', currentPriceCents: 2700 },
      }),
    )
    await buyer.payButton().click()
    await buyer.sees('checkout_price_changed_title')
    await expect(page.getByRole('button', { name: /^Payer 27/ })).toBeEnabled()
  })
})

test.describe('a refusal that the page has no text for', () => {
  test.use({ expectedErrors: [/403/] })

  test('shows the sentence of the server', async ({ page }) => {
    const buyer = shopper(page, 'fr')
    await buyer.startCheckout('priority-queue/3')
    await page.route('**/discord-purchase-notification', (route) =>
      route.fulfill({ status: 403, json: { code: 'of_tomorrow', message: 'Not on a Monday.' } }),
    )
    await buyer.payButton().click()
    await expect(page.getByText('Not on a Monday.')).toBeVisible()
    await expect(buyer.payButton()).toBeEnabled()
  })
})

test.describe('a field that the server refuses', () => {
  test.use({ expectedErrors: [/422/] })

  test('has its error and the focus, until it is changed', async ({ page }) => {
    const message = 'refused'
    const errors = [{ path: 'steamId', code: 'steam_id_unrecognised', message }]
    await page.route('**/discord-purchase-notification', (route) =>
      route.fulfill({ status: 422, json: { code: 'validation_failed', message, errors } }),
    )
    const buyer = shopper(page, 'fr')
    await buyer.openOrder()
    const field = page.getByLabel('Steam ID').first()
    await expect(field).toBeFocused()
    const refused = buyer.words('player_field_refused')
    await expect(field).toHaveAccessibleDescription(new RegExp(refused))
    await field.fill('76561198006409531')
    await expect(page.getByText(refused)).toHaveCount(0)
    await expect(buyer.payButton()).toBeEnabled()
  })
})

test('a wrong Steam ID is a field error that helps', async ({ page }) => {
  const buyer = shopper(page, 'fr')
  await buyer.putIntoCart('priority-queue/3')
  await page.getByRole('link', { name: 'Passer au paiement' }).click()
  const goOn = page.getByRole('button', { name: 'Continuer' })
  await expect(goOn).toBeDisabled()
  const field = page.getByLabel('Steam ID').first()
  await field.fill('https://steamcommunity.com/id/gaben')
  await page.getByLabel('Nom Discord').first().fill('sokol')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(goOn).toBeDisabled()
  await field.fill('STEAM_0:0:23071901')
  await expect(page.getByText('76561198006409530').first()).toBeVisible()
  await expect(buyer.payButton()).toBeEnabled()
})
