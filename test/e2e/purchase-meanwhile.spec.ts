import type { Page } from '@playwright/test'
import { siteConfig } from '../../site.config.ts'
import { shopper, steamId } from './buyer.ts'
import { expect, test } from './fixtures.ts'
import { toasts } from './frame-parts.ts'

/** The part of the checkout that belongs to the item of so many months. */
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

test('the details stay as they are while PayPal is open', async ({ page }) => {
  const buyer = shopper(page, 'fr')
  await buyer.openOrder()
  const paypal = await buyer.openPayPal()
  const field = page.getByLabel('Steam ID').first()
  await expect(field).not.toBeEditable()
  await expect(page.getByText(`Pour le Steam ID ${steamId}`)).toBeVisible()
  await paypal.getByRole('button', { name: 'Cancel' }).click()
  await expect(field).toBeEditable()
})

test('a second item is opened while the first is being collected, and both are paid', async ({
  page,
}) => {
  const buyer = shopper(page, 'fr')
  await buyer.fillCart('1')
  await buyer.fillCart('3')
  await buyer.fillCheckout()
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
  await buyer.sees('checkout_paid_title')
  await expect(page).toHaveURL('/checkout')

  const popup = page.waitForEvent('popup')
  await second.paypal.click()
  await (await popup).getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('cart'))).toBe('[]')
})

test('an item that another tab removes meanwhile is paid all the same, and said so', async ({
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
  await buyer.sees('checkout_paid_title')
})

test('the word that it is paid goes along to the start page, and stays until it is closed', async ({
  page,
}) => {
  const buyer = shopper(page, 'fr')
  await buyer.openOrder()
  const paypal = await buyer.openPayPal()
  await paypal.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page).toHaveURL('/')

  const message = toasts(page, buyer.words)
  await expect(message).toContainText(buyer.words('checkout_paid_title'))
  await expect(message).toContainText('Priority Queue, 3 mois')
  await expect(message).toContainText(steamId)
  await expect(message).toContainText(/commande [0-9A-F]{8}/)
  await expect(message.getByRole('link', { name: 'Ouvrir Discord' })).toHaveAttribute(
    'href',
    siteConfig.discordInviteUrl,
  )
  await page.reload()
  await expect(message).toContainText(steamId)
  await message.getByRole('button', { name: 'Fermer' }).click()
  await expect(message).not.toContainText(steamId)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(message).not.toContainText(steamId)
})

test('taking an item out of the cart and putting it back keeps the keyboard in place', async ({
  page,
}) => {
  await shopper(page, 'fr').fillCart()
  const remove = page.getByRole('button', { name: /^Retirer/ })
  await remove.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Annuler' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(remove).toBeFocused()
})
