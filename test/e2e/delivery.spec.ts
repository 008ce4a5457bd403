import { newSteamId } from '#test/factories/ledger.ts'
import { expectNoViolations } from './axe.ts'
import { shopper } from './buyer.ts'
import { expect, test } from './fixtures.ts'

test('what is paid arrives in the game while the page is open, and the next purchase adds to it', async ({
  page,
}) => {
  const buyer = shopper(page, 'fr')
  const { words } = buyer
  const steamId = newSteamId()
  await page.goto('/donation/priority-queue')
  await page.getByRole('radio', { name: /^1 / }).check()
  await expect(page.getByText(/^Actif jusqu’au \d/)).toBeVisible()
  await expect(page.getByText(/S’ajoute/)).toHaveCount(0)

  await buyer.putIntoCart('priority-queue/1', 'priority-queue/1')
  await expect(page.getByText(/^Actif jusqu’au \d/)).toHaveCount(2)
  await buyer.fillCheckout()
  await page.getByLabel(words('player_steam_id'), { exact: false }).first().fill(steamId)
  await buyer.payButton().first().click()
  await buyer.pay()

  // The checkout stays for the second item.
  const main = page.getByRole('main')
  const steps = main.getByRole('list', { name: words('delivery_label') })
  const current = steps.locator('[aria-current="step"]')
  await expect(main.getByText(words('orders_paid_automatic'))).toBeVisible()
  await expect(current).toContainText(words('delivery_verified'))
  await expect(main.getByText(/S’ajoute aux \d+ jours/)).toBeVisible()
  await expectNoViolations(page, 'checkout after paying')

  await page.goto('/orders')
  await expect(main.getByText(words('orders_active_title'), { exact: true })).toBeVisible()
  await expect(current).toContainText(words('delivery_verified'))
  await expectNoViolations(page, 'orders with a delivery')
  await page.goto('/donation/priority-queue')
  await page.getByRole('radio', { name: /^1 / }).check()
  await expect(page.getByText(/S’ajoute aux \d+ jours/)).toBeVisible()
})
