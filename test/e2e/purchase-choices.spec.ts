import { z } from 'zod'
import { openOrder } from '#contract/checkout.ts'
import { shopper } from './buyer.ts'
import { expect, test } from './fixtures.ts'
import { toasts } from './frame-parts.ts'
import { wordsOf } from './words.ts'

const opening = '**/functions/v1/discord-purchase-notification'
const paidOrder = z.object({
  status: z.literal('paid'),
  listedAsDonor: z.boolean(),
  items: z.tuple([z.object({ color: z.object({ r: z.number(), g: z.number(), b: z.number() }) })]),
})

test('the colour chosen at the checkout, and the wish to be named, are what is bought', async ({
  page,
}) => {
  const buyer = shopper(page, 'fr')
  await buyer.startCheckout('name-color-tag/1')
  const named = page.getByRole('checkbox', { name: buyer.words('orders_donor') })
  await expect(named).not.toBeChecked()
  await named.check()
  await buyer.payButton().click()
  await expect(buyer.paypalButton()).toBeVisible()
  await page.reload()
  await expect(named).toBeChecked()
  await expect(buyer.paypalButton()).toBeVisible()

  const color = page.getByRole('button', { name: 'Changer la couleur' })
  await color.click()
  await page.getByLabel(buyer.words('color_hex')).fill('#0cc8ff')
  // Another colour is another order: the old order's button is gone.
  await expect(buyer.paypalButton()).toHaveCount(0)
  const request = page.waitForRequest(opening)
  await buyer.payButton().click()
  const { items, listedAsDonor } = openOrder.body.parse((await request).postDataJSON())
  expect({ color: items[0].color, listedAsDonor }).toEqual({
    color: { r: 12, g: 200, b: 255 },
    listedAsDonor: true,
  })

  const paypal = await buyer.openPayPal()
  await expect(page.getByLabel(buyer.words('color_hex'))).toBeDisabled()
  await expect(named).toBeDisabled()
  await paypal.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page).toHaveURL('/')
  const receipt = page.getByRole('main').getByRole('link', { name: 'Voir le reçu' })
  const answer = await page.request.get(`/api${await receipt.getAttribute('href')}`)
  const { items: bought, listedAsDonor: isListed } = paidOrder.parse(await answer.json())
  expect(bought[0].color).toEqual({ r: 12, g: 200, b: 255 })
  expect(isListed).toBe(true)

  await receipt.click()
  await expect(page.getByText(buyer.words('receipt_heading'))).toBeVisible()
  await expect(page.getByText(buyer.words('orders_paid_title'))).toHaveCount(0)
})

test('several kinds in one cart: a ticket for the reskin, each paid by itself, receipts at hand', async ({
  page,
}) => {
  const buyer = shopper(page, 'fr')
  await buyer.startCheckout('reskin-top/basic', 'reset-stats')
  await buyer.sees('checkout_reskin_title')
  await buyer.payButton().first().click()
  await buyer.pay()
  await expect(page).toHaveURL('/checkout')
  const link = (name: string) => page.getByRole('main').getByRole('link', { name })
  await expect(link('Voir le reçu')).toHaveAttribute('href', /^\/orders\/[0-9a-f-]{36}$/)
  await expect(link('Mes commandes')).toHaveAttribute('href', '/orders')
  await expect(page.getByText(buyer.words('checkout_reskin_title'))).toHaveCount(0)
})

test('an item without a payment button cannot be paid, and says why', async ({ page }) => {
  await page.route('**/api/payment-options', async (route) => {
    const response = await route.fetch()
    const options = z.looseObject({}).parse(await response.json())
    await route.fulfill({ response, json: { ...options, hostedButtonIds: {} } })
  })
  const buyer = shopper(page, 'fr')
  await buyer.startCheckout('reset-enemies-stats')
  await expect(buyer.payButton()).toBeDisabled()
  await expect(buyer.payButton()).toHaveAccessibleDescription(buyer.words('checkout_no_button'))
})

test.describe('without a network', () => {
  // Otherwise the cart's page would be preloaded.
  test.use({ serviceWorkers: 'block', expectedErrors: [/ERR_INTERNET_DISCONNECTED|dynamically/] })

  test('what is chosen when the button is pressed is in the cart once, and it can be pressed again', async ({
    page,
    context,
  }) => {
    await page.clock.install()
    await page.goto('/donation/priority-queue')
    await context.setOffline(true)
    const buy = page.getByRole('button', { name: /Acheter maintenant/ })
    const words = wordsOf('fr')
    const notice = toasts(page, words).getByText(words('offline_link_title'))
    for (const duration of [/^3 mois/, /^3 mois/, /^12 mois/, /^12 mois/]) {
      await page.getByRole('radio', { name: duration }).check()
      await buy.click()
      // A press that is answered only once the network is back then opens the cart by itself.
      await expect(notice).toBeVisible()
      await page.clock.runFor(8000)
      await expect(notice).toHaveCount(0)
    }
    await context.setOffline(false)
    await buy.click()
    await expect(page).toHaveURL('/cart')
    const cart = await page.evaluate((): unknown => JSON.parse(localStorage.getItem('cart') ?? ''))
    expect(cart).toMatchObject([{ duration: 3 }, { duration: 12 }])
  })
})
