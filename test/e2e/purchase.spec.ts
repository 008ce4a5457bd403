import { languages } from '../../contract/language.ts'
import { chooseLanguage, shopper } from './buyer.ts'
import { clickTwice } from './click-twice.ts'
import { expect, test } from './fixtures.ts'
import { heading } from './frame-parts.ts'

// Each language once, on a phone and on a desk by turns; layout.spec.ts looks at both.
for (const [index, language] of languages.entries()) {
  const width = index % 2 === 0 ? 390 : 1440
  test(`a buyer's whole way in ${language} at ${width} px`, async ({ page, context, product }) => {
    await page.setViewportSize({ width, height: 900 })
    await chooseLanguage(context, product.origin, language)
    const onlooker = await context.newPage()
    await onlooker.goto('/')
    const buyer = shopper(page, language)
    const { words } = buyer

    await page.goto('/')
    await page
      .getByRole('main')
      .getByRole('link', { name: words('home_tile_donation') })
      .click()
    // In English the tile that was just pressed speaks of a priority queue as well.
    await expect(heading(page)).toHaveText(words('donation_title'))
    await page.getByRole('link', { name: words('donation_tile_priority_queue') }).click()
    const buy = page.getByRole('button', { name: words('buy_now') })
    await expect(buy).toBeDisabled()
    await page.getByRole('radio', { name: /^3 / }).check()
    await buy.click()
    await expect(page).toHaveURL('/cart')
    await buyer.fillCheckout()
    await buyer.payButton().click()
    const paypal = await buyer.openPayPal()
    await expect(paypal.getByText('25.00 EUR')).toBeVisible()
    // Messages go by themselves: both are looked for before they come.
    await Promise.all([
      expect(onlooker.getByText(words('toast_purchase_title'))).toBeVisible({ timeout: 30_000 }),
      buyer.sees('checkout_paid_title'),
      paypal.getByRole('button', { name: 'Pay', exact: true }).click(),
    ])
    await expect(page).toHaveURL('/')
    expect(await page.evaluate(() => localStorage.getItem('cart'))).toBe('[]')
  })
}

test('the specified French texts of the way', async ({ page }) => {
  await page.goto('/donation/priority-queue')
  await page.getByRole('radio', { name: /^12 mois/ }).check()
  await page.getByRole('button', { name: 'Acheter maintenant' }).click()
  await page.getByRole('link', { name: 'Passer au paiement' }).click()
  await expect(page.getByRole('button', { name: 'Continuer' })).toBeDisabled()
})

for (const ending of ['Cancel', 'the window closed'] as const) {
  test(`leaving PayPal without paying (${ending}) charges nothing and keeps the item`, async ({
    page,
  }) => {
    const buyer = shopper(page, 'fr')
    await buyer.openOrder()
    const left = await buyer.openPayPal()
    if (ending === 'Cancel') await left.getByRole('button', { name: 'Cancel' }).click()
    else await left.close()
    await buyer.sees('checkout_cancelled')
    await buyer.pay()
  })
}

test.describe('a declined card', () => {
  test.use({ expectedTroubles: [/402/] })

  test('is said so, and another one may be tried', async ({ page }) => {
    const buyer = shopper(page, 'fr')
    await buyer.openOrder()
    const first = await buyer.openPayPal()
    const again = page.waitForEvent('popup')
    await first.getByRole('button', { name: 'Decline' }).click()
    await (await again).getByRole('button', { name: 'Pay', exact: true }).click()
    await buyer.sees('checkout_paid_title')
  })
})

test('a double click opens one order', async ({ page, product }) => {
  const buyer = shopper(page, 'fr')
  await buyer.fillCart()
  await buyer.fillCheckout()
  const openings: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(`${product.origin}/functions/`)) openings.push(request.url())
  })
  await clickTwice(buyer.payButton())
  await expect(buyer.paypalButton()).toBeVisible()
  expect(openings).toHaveLength(1)
})

test('a reload in the middle finds the open order again', async ({ page }) => {
  const buyer = shopper(page, 'fr')
  await buyer.openOrder()
  await expect(buyer.paypalButton()).toBeVisible()
  await page.reload()
  await buyer.pay()
})

test('a second tab sees that the item is paid, and the back button buys nothing twice', async ({
  page,
  context,
}) => {
  const buyer = shopper(page, 'fr')
  await buyer.fillCart()
  await buyer.fillCheckout()
  const otherTab = await context.newPage()
  await otherTab.goto('/cart')
  await expect(otherTab.getByRole('link', { name: 'Passer au paiement' })).toBeVisible()
  await buyer.payButton().click()
  await buyer.pay()
  await expect(otherTab.getByText('Votre panier est vide')).toBeVisible()
  // Going back while the page is still on its way home would only call that off.
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page).toHaveURL(/\/cart$/)
  await expect(page.getByText('Votre panier est vide')).toBeVisible()
})

test.describe('a price that somebody changed in the browser', () => {
  test.use({ expectedTroubles: [/409/] })

  test('is refused and corrected', async ({ page }) => {
    const buyer = shopper(page, 'fr')
    await buyer.fillCart()
    await page.evaluate(() => {
      const cart = localStorage.getItem('cart') ?? '[]'
      localStorage.setItem('cart', cart.replace('"price":25', '"price":1'))
    })
    await page.reload()
    await buyer.fillCheckout()
    await buyer.payButton().click()
    await buyer.sees('checkout_price_changed_title')
    await expect(page.getByText(/25\s€/).first()).toBeVisible()
  })
})

test('a wrong Steam ID is a field error that helps', async ({ page }) => {
  const buyer = shopper(page, 'fr')
  await buyer.fillCart()
  await page.getByRole('link', { name: 'Passer au paiement' }).click()
  const field = page.getByLabel('Steam ID').first()
  await field.fill('https://steamcommunity.com/id/gaben')
  await page.getByLabel('Nom Discord').first().fill('sokol')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('button', { name: 'Continuer' })).toBeDisabled()
  await field.fill('STEAM_0:0:23071901')
  await expect(page.getByText('76561198006409530').first()).toBeVisible()
  await expect(buyer.payButton()).toBeEnabled()
})
