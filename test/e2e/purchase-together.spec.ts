import { shopper, steamId } from './buyer.ts'
import { player, signInByRequests } from './discord-sign-in.ts'
import { expect, test } from './fixtures.ts'
import { heading } from './frame-parts.ts'
import { answerWallet } from './wallet-views.ts'
import { productWords } from './words.ts'

const friend = '76561198006409531'

test('a reskin for somebody else: its wish is asked, but not demanded, and stands on the order', async ({
  page,
}) => {
  const buyer = shopper(page, 'fr')
  const { words } = buyer
  await buyer.putIntoCart('reskin-top/basic')
  await page.getByRole('link', { name: words('cart_checkout') }).click()
  const recipients = page.getByRole('group', { name: words('checkout_for_whom') })
  const mine = recipients.getByRole('radio', { name: words('checkout_for_me') })
  await expect(mine).toBeChecked()
  const field = page.getByLabel(words('player_steam_id')).first()
  await field.fill(steamId)
  await recipients.getByRole('radio', { name: words('player_for_other') }).check()
  await expect(field).toHaveValue('')
  await field.fill(friend)
  await page.getByLabel(words('player_discord')).first().fill('sokol')

  await expect(buyer.payButton()).toBeEnabled()
  const { question } = productWords('fr', 'reskin-top')
  const wish = page.getByLabel(question)
  const later = page.getByText(words('checkout_answer_later', { question }))
  await expect(later).toBeVisible()
  await wish.fill('Un loup, comme sur https://example.com/loup')
  await expect(later).toBeHidden()
  await expect(
    page.getByRole('main').getByRole('link', { name: words('checkout_agreement_terms') }),
  ).toHaveAttribute('href', '/legal/terms')
  await page.reload()
  await expect(wish).toHaveValue('Un loup, comme sur https://example.com/loup')
  await expect(field).toHaveValue(friend)

  await buyer.payButton().click()
  await buyer.pay()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('userSteamId'))).toBeNull()
  await page.goto('/orders')
  const order = page.getByRole('article')
  await expect(order).toContainText('Un loup, comme sur https://example.com/loup')
  await expect(order).toContainText(`${friend} · ${words('player_for_other')}`)
  await order.getByRole('link', { name: /^Reçu/ }).click()
  await expect(heading(page)).toHaveText(words('receipt_title'))
  await expect(page.getByText(words('receipt_agreed'))).toBeVisible()
  await expect(page.getByText('Un loup, comme sur')).toBeVisible()

  // The next purchase is not for the friend by itself.
  await buyer.putIntoCart('priority-queue/3')
  await page.getByRole('link', { name: words('cart_checkout') }).click()
  await expect(mine).toBeChecked()
})

test('the Steam account that a player has linked is filled in, and shown by its name', async ({
  page,
}) => {
  const buyer = shopper(page, 'fr')
  const { words } = buyer
  await signInByRequests(page.context(), 'hunter')
  const claim = { steamId: friend, personaName: player, claimedAt: new Date(0).toISOString() }
  await answerWallet(page, { claims: { signedIn: true, claims: [claim] } })
  await buyer.putIntoCart('priority-queue/3')
  await page.getByRole('link', { name: words('cart_checkout') }).click()
  const field = page.getByLabel(words('player_steam_id')).first()
  await expect(field).toHaveValue(friend)
  const linked = page.getByText(words('checkout_steam_linked', { name: player }))
  await expect(linked).toBeVisible()
  await expect(buyer.payButton()).toBeEnabled()
  await page.getByRole('radio', { name: words('player_for_other') }).check()
  await expect(field).toHaveValue('')
  await expect(linked).toHaveCount(0)
})

test('a cart of three is paid at once, and each item is an order of its own', async ({ page }) => {
  const buyer = shopper(page, 'fr')
  const { words } = buyer
  await buyer.startCheckout('priority-queue/3', 'name-color-tag/1', 'reset-stats')
  const payAll = page.getByRole('button', { name: /^Tout payer\s: 55\s€$/ })
  await expect(page.getByRole('button', { name: /^Payer/ })).toHaveCount(3)
  await payAll.click()
  const paypal = await buyer.openPayPal()
  await expect(paypal.getByText('55.00 EUR')).toBeVisible()
  await expect(page.getByText(words('checkout_paying_together'))).toHaveCount(3)
  await paypal.getByRole('button', { name: 'Pay', exact: true }).click()
  await buyer.sees('orders_paid_title')
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('cart'))).toBe('[]')
  await page.goto('/orders')
  await expect(page.getByRole('article')).toHaveCount(3)
  await expect(page.getByRole('link', { name: /^Reçu/ })).toHaveCount(3)
})
