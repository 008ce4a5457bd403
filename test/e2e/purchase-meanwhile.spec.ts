import type { Page } from '@playwright/test'
import { shopper } from './buyer.ts'
import { expect, test } from './fixtures.ts'

/** The part of the checkout for the item with this number of months. */
function itemOf(page: Page, months: number) {
  const item = page
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`(?<!\\d)${months}\\smois`) })
  return {
    pay: item.getByRole('button', { name: /^Payer/ }),
    paypal: item.getByRole('button', { name: 'PayPal', exact: true }),
    confirming: item.getByText('Confirmation du paiement…'),
  }
}

test('a second item is opened while the first is being collected, and both are paid', async ({
  page,
}) => {
  const buyer = shopper(page, 'fr')
  await buyer.startCheckout('priority-queue/1', 'priority-queue/3')
  const [first, second] = [itemOf(page, 1), itemOf(page, 3)]
  const released = Promise.withResolvers<void>()
  await page.route('**/capture', async (route) => {
    await released.promise
    await route.continue()
  })

  await first.pay.click()
  const paypal = await buyer.openPayPal()
  await paypal.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(first.confirming).toBeVisible()
  await second.pay.click()
  await expect(second.paypal).toBeVisible()
  await expect(first.confirming).toBeVisible()
  released.resolve()
  await buyer.sees('orders_paid_title')
  await expect(page).toHaveURL('/checkout')

  // The only item that is left is paid beside the sum.
  await expect(second.paypal).toHaveCount(0)
  const popup = page.waitForEvent('popup')
  await buyer.paypalButton().click()
  await (await popup).getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('cart'))).toBe('[]')
})

test('an item removed in another tab during its payment is paid, and the page says so', async ({
  page,
  context,
}) => {
  const buyer = shopper(page, 'fr')
  await buyer.openOrder()
  const paypal = await buyer.openPayPal()
  const otherTab = await context.newPage()
  await otherTab.goto('/cart')
  await otherTab.getByRole('button', { name: /^Retirer/ }).click()
  await expect(otherTab.getByText('Votre panier est vide')).toBeVisible()
  await paypal.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page).toHaveURL('/')
  await buyer.sees('orders_paid_title')
})
