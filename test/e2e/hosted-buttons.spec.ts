import { test } from './admin-area.ts'
import { shopper } from './buyer.ts'
import { expect } from './fixtures.ts'

test('an order paid by a hosted button is completed by the webhook alone', async ({ page }) => {
  const buyer = shopper(page, 'fr')
  await buyer.openOrder('priority-queue/1')
  await buyer.pay()
  await expect(page).toHaveURL('/')
})

test('a pressed hosted button is disabled in every tab until the buyer says that they have not paid', async ({
  page,
  context,
}) => {
  const buyer = shopper(page, 'fr')
  await buyer.openOrder('priority-queue/5')
  const paypal = await buyer.openPayPal()
  await paypal.close()
  await buyer.sees('checkout_hosted_pressed_title')

  const otherTab = await context.newPage()
  const sameBuyer = shopper(otherTab, 'fr')
  await otherTab.goto('/checkout')
  await sameBuyer.payButton().click()
  await sameBuyer.sees('checkout_hosted_pressed_title')
  await sameBuyer.paypalButton().focus()
  await expect(sameBuyer.paypalButton()).not.toBeFocused()
  await otherTab.getByRole('button', { name: buyer.words('checkout_hosted_not_paid') }).click()
  await sameBuyer.paypalButton().focus()
  await expect(sameBuyer.paypalButton()).toBeFocused()
  await expect(page.getByText(buyer.words('checkout_hosted_pressed_title'))).toHaveCount(0)
})
