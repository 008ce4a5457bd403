import { shopper } from './buyer.ts'
import { expect, test } from './fixtures.ts'

test.use({ productSettings: { PAYPAL_DRIVER: 'hosted' } })

test('a hosted button, which tells the page nothing, is settled by its webhook', async ({
  page,
}) => {
  const buyer = shopper(page, 'fr')
  await buyer.fillCart('1')
  await buyer.fillCheckout()
  await buyer.payButton().click()
  const paypal = await buyer.openPayPal()
  await paypal.getByRole('button', { name: 'Pay', exact: true }).click()
  await buyer.sees('checkout_paid_title')
  await expect(page).toHaveURL('/')
})
