import type { Locator, Page } from '@playwright/test'
import { owner } from './admin-area.ts'
import { expectNoViolations } from './axe.ts'
import { chooseLanguage, shopper } from './buyer.ts'
import { expect, fromOwnNetwork, test } from './fixtures.ts'
import { heading, toasts } from './frame-parts.ts'
import { waitForHydration } from './hydration.ts'
import { tabTo } from './keyboard.ts'
import { expectWordsToFit } from './measures.ts'
import { productWords, wordsOf } from './words.ts'

test('an extra in English, after a change of mind', async ({ page, context, product }) => {
  await chooseLanguage(context, product.origin, 'en')
  await page.goto('/donation')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Extras/ })
    .click()
  await expect(heading(page)).toHaveText('Extras')
  const buy = page.getByRole('button', { name: 'Buy now' })
  await expect(buy).toBeDisabled()
  await expect(page.getByText('Select an item first.')).toBeVisible()

  await page.getByRole('button', { name: 'Select Reset your enemies stats' }).click()
  await expect(page.getByText('Reset your enemies stats · €100')).toBeVisible()
  await page.getByRole('button', { name: 'Select Reset your stats' }).click()
  await expect(page.getByRole('button', { pressed: true })).toHaveText('Selected Reset your stats')
  await expect(page.getByText('Reset your stats · €10')).toBeVisible()
  await expectNoViolations(page, 'extras with a selected one')

  await buy.click()
  await expect(page).toHaveURL('/cart')
  await expect(toasts(page, wordsOf('en'))).toContainText('Reset your stats')
  const cart: unknown = await page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? ''))
  expect(cart).toEqual([
    { id: expect.any(String), name: 'Reset your stats', type: 'Extras', price: 10 },
  ])
})

test('an extra, by keyboard alone, in Russian at 390 px', async ({ page, context, product }) => {
  const words = wordsOf('ru')
  await page.setViewportSize({ width: 390, height: 844 })
  await chooseLanguage(context, product.origin, 'ru')
  await page.goto('/donation/extras')
  const select = page.getByRole('button', {
    name: `${words('reskin_select')} Reset your enemies stats`,
  })
  const buy = page.getByRole('button', { name: words('buy_now') })
  await placeBehindBar(page, select)
  await tabTo(page, select)
  await expectAbove(select, buy)
  await page.keyboard.press('Space')
  await expect(page.getByText('Reset your enemies stats · 100')).toBeVisible()
  await tabTo(page, buy)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/cart')
  await expect(toasts(page, words)).toContainText(words('cart_added'))
  const cart: unknown = await page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? ''))
  expect(cart).toMatchObject([{ name: 'Reset your enemies stats', type: 'Extras', price: 100 }])
})

test.describe('what the staff need to know', () => {
  // Of the answer that comes too late.
  test.use({ expectedErrors: [/409/] })

  test('can be answered after paying, by keyboard', async ({ page, browser, context, product }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await chooseLanguage(context, product.origin, 'ru')
    const buyer = shopper(page, 'ru')
    const { words } = buyer
    const { question } = productWords('ru', 'reset-stats')
    const staff = await browser.newPage({
      baseURL: product.origin,
      viewport: { width: 1440, height: 900 },
      extraHTTPHeaders: fromOwnNetwork(),
    })
    waitForHydration(staff.context())
    const row = owner(staff).order('чистый лист')

    await buyer.startCheckout('reset-stats')
    await page.getByLabel(words('player_discord')).first().fill('чистый лист')
    await expect(page.getByText(words('checkout_answer_later', { question }))).toBeVisible()
    await expectNoViolations(page, 'a checkout without an answer')
    await buyer.payButton().click()
    await buyer.pay()
    await expect(page).toHaveURL('/')
    const field = page.getByLabel(question)
    await expect(field).toBeVisible()
    await owner(staff).open('/admin?section=orders')
    await expect(row).toContainText(wordsOf('fr')('admin_order_details_missing'))

    await page.goto('/orders')
    const send = page.getByRole('button', { name: words('orders_details_send') })
    await expect(page.getByText(words('orders_details_wanted'))).toBeVisible()
    await tabTo(page, send)
    await page.keyboard.press('Enter')
    await expect(field).toBeFocused()
    await expect(field).toHaveAccessibleDescription(new RegExp(words('orders_details_empty')))
    await expectNoViolations(page, 'an order without an answer')
    await expectWordsToFit(page, 'an order without an answer', [320])
    await page.keyboard.type('Только смерти')
    await tabTo(page, send)
    await page.keyboard.press('Enter')
    await expect(page.getByText(words('orders_details_sent'))).toBeVisible()
    await expect(send).toBeFocused()
    await field.fill('Смерти и время')
    await expect(page.getByText(words('orders_details_unsent'))).toBeVisible()
    await send.click()
    await expect(page.getByText(words('orders_details_sent'))).toBeVisible()

    await field.fill('Всё')
    await staff.reload()
    await expect(row).toContainText('Смерти и время')
    await row.getByRole('button', { name: /^Marquer comme livrée/ }).click()
    await expect(row.getByRole('button', { name: /^Défaire la livraison/ })).toBeFocused()
    await staff.close()
    // A delivery does not take away what is being typed.
    await expect(page.getByText(/^Активирован /)).toBeVisible()
    await send.click()
    await expect(page.getByText(words('orders_details_over'))).toBeVisible()
    await page.reload()
    await expect(page.getByText('Смерти и время')).toBeVisible()
    await expect(field).toHaveCount(0)
  })
})

/** Makes the window so high that it contains a button, but behind the bar at its bottom. */
async function placeBehindBar(page: Page, button: Locator): Promise<void> {
  const place = await button.boundingBox()
  if (!place) throw new Error('the button has to be on the page')
  await page.setViewportSize({ width: 390, height: Math.ceil(place.y + place.height) + 8 })
}

/** The bar at the bottom of a small screen must not cover the focused element. */
async function expectAbove(focused: Locator, inBar: Locator): Promise<void> {
  const [upper, lower] = [await focused.boundingBox(), await inBar.boundingBox()]
  if (!upper || !lower) throw new Error('both have to be on the page')
  expect(upper.y + upper.height).toBeLessThanOrEqual(lower.y)
}
