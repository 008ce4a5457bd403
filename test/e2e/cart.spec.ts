import type { Page } from '@playwright/test'
import { z } from 'zod'
import { createVisitor } from '#test/visitor.ts'
import { rightCode } from './admin-area.ts'
import { chooseLanguage, shopper, steamId, storeCart } from './buyer.ts'
import { expect, test } from './fixtures.ts'
import { bar } from './frame-parts.ts'
import { stopTime } from './page-clock.ts'

const storedCart = (page: Page) =>
  page.evaluate((): unknown => JSON.parse(localStorage.getItem('cart') ?? 'null'))

const widthBeyondView = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('by keyboard, on a phone and in Russian: an item is edited, taken out and put back', async ({
  page,
  context,
  product,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await chooseLanguage(context, product.origin, 'ru')
  const buyer = shopper(page, 'ru')
  const { words } = buyer
  await buyer.putIntoCart('clan-color-tag/1', 'reset-stats')
  const edit = page.getByRole('button', { name: words('cart_edit_item', { name: '' }).trim() })

  await edit.press('Enter')
  await expect(edit).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: /^1 месяц/ })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^3 месяца/ })).toBeChecked()
  await page.getByLabel(words('color_hex')).fill('#0cc8ff')
  await page.getByRole('button', { name: words('cart_edit_done') }).press('Enter')
  await expect(edit).toBeFocused()
  const edited = {
    type: 'Clan Color Tag',
    duration: 3,
    price: 40,
    color: { r: 12, g: 200, b: 255 },
  }
  expect(await storedCart(page)).toMatchObject([edited, { name: 'Reset your stats' }])
  await expect(page.getByText(/50\s€/)).toBeVisible()

  const name = words('cart_remove_item', { name: 'Clan Color Tag, 3 месяца' })
  const remove = page.getByRole('button', { name })
  await remove.press('Enter')
  await expect(page.getByText(/10\s€/).last()).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(remove).toBeFocused()
  expect(await storedCart(page)).toMatchObject([edited, { name: 'Reset your stats' }])
})

test('whatever local storage holds, the cart works, and what we sell can be paid', async ({
  page,
}) => {
  for (const text of ['{', '"7"', 'null', '[null,[],{"name":{}},{"price":"10€"}]']) {
    await storeCart(page, text)
    await expect(page.getByRole('heading', { name: 'Votre panier est vide' })).toBeVisible()
  }
  const queue = { name: 'Priority Queue', type: 'Priority Queue', price: '10€', duration: 1 }
  const tank = { name: `Tank ${'x'.repeat(300)}`, type: 'Extras', price: 5 }
  await storeCart(page, JSON.stringify([tank, 3, queue, queue]))
  await expect(page.getByText('Nous ne vendons plus cet article')).toBeVisible()
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await widthBeyondView(page)).toBe(0)
  await page.getByRole('button', { name: /^Retirer Tank/ }).click()
  expect(await widthBeyondView(page)).toBe(0)
  await page.getByRole('button', { name: 'Annuler' }).click()
  await expect(page.getByText(/^20\s€$/)).toBeVisible()
  await page.getByRole('link', { name: 'Passer au paiement' }).click()
  await page.getByLabel('Steam ID').first().fill('76561198006409530')
  await page.getByLabel('Nom Discord').first().fill('sokol')
  await expect(shopper(page, 'fr').payButton().first()).toBeDisabled()
  await expect(shopper(page, 'fr').payButton().last()).toBeEnabled()
})

test('a cart whose prices changed says so when it opens, and is corrected', async ({ page }) => {
  const queue = { name: 'Priority Queue', type: 'Priority Queue', price: '23€', duration: 3 }
  const reset = { name: 'Reset your stats', type: 'Extras', price: 10 }
  for (const address of ['/cart', '/checkout']) {
    await storeCart(page, JSON.stringify([queue, reset]), address)
    const notice = page.getByRole('status').filter({ hasText: 'Des prix ont changé' })
    await expect(notice).toContainText(/Priority Queue, 3\smois\s: 23\s€ avant, 25\s€ maintenant/)
    await expect(notice).not.toContainText('Reset')
    await expect(page.getByText(/^35\s€$/)).toBeVisible()
    await page.reload()
    await expect(page.getByText(/^35\s€$/)).toBeVisible()
    await expect(notice).toHaveCount(0)
  }
})

test('a price that the owner saves changes in an open cart and an open checkout', async ({
  page,
  context,
  product,
}) => {
  const owner = createVisitor(product.origin)
  await owner.post('/api/admin/session', { code: rightCode })
  const prices = async () => {
    const { body } = await owner.get('/api/admin/site')
    const list = z.array(
      z.object({ section: z.string(), value: z.unknown(), version: z.unknown() }),
    )
    return list.parse(body['list']).find(({ section }) => section === 'prices')
  }
  const save = async (priceEuros: number) => {
    const { value, version } = (await prices()) ?? {}
    const list = z.record(z.string(), z.looseObject({})).parse(value)
    const terms = { ...list['name-color-tag/5'], priceEuros }
    const next = { value: { ...list, 'name-color-tag/5': terms }, version }
    expect((await owner.put('/api/admin/site/prices', next)).status).toBe(200)
  }
  const tag = { name: 'Name Color Tag', type: 'Name Color Tag', price: 90, duration: 5 }
  await storeCart(page, JSON.stringify([tag]), '/cart')
  await expect(page.getByText(/^90\s€$/).first()).toBeVisible()
  const checkout = await context.newPage()
  await checkout.goto('/checkout')
  await expect(checkout.getByText(/^90\s€$/).first()).toBeVisible()
  await save(95)
  for (const open of [page, checkout]) {
    await expect(open.getByRole('status').filter({ hasText: 'Des prix ont changé' })).toContainText(
      /90\s€ avant, 95\s€ maintenant/,
    )
    await expect(open.getByText(/^95\s€$/).first()).toBeVisible()
  }
  await save(90)
  await expect(page.getByText(/^90\s€$/).first()).toBeVisible()
})

test('where the browser keeps no cart, the buyer sees a message and no checkout without one', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('no room', 'QuotaExceededError')
    }
  })
  const buyer = shopper(page, 'fr')
  const { words } = buyer
  await buyer.fillCart()
  const checkout = page.getByRole('button', { name: words('cart_checkout') })
  await expect(checkout).toBeDisabled()
  await expect(checkout).toHaveAccessibleDescription(words('cart_not_kept'))
})

test('visiting the cart keeps what was typed at the checkout', async ({ page }) => {
  const buyer = shopper(page, 'fr')
  await buyer.startCheckout('priority-queue/3')
  await page.getByRole('link', { name: buyer.words('checkout_back_to_cart') }).click()
  await page.getByRole('link', { name: buyer.words('cart_checkout') }).click()
  await expect(page.getByLabel(buyer.words('player_steam_id')).first()).toHaveValue(steamId)
  await expect(page.getByLabel(buyer.words('player_discord')).first()).toHaveValue('sokol')
  await expect(buyer.payButton()).toBeEnabled()
})

test('an item edited in another tab is opened again at its new price', async ({
  page,
  context,
}) => {
  const buyer = shopper(page, 'fr')
  await buyer.openOrder('reskin-sniper/basic')
  await expect(buyer.paypalButton()).toBeVisible()

  const otherTab = await context.newPage()
  await otherTab.goto('/cart')
  await otherTab.getByRole('button', { name: /^Modifier/ }).click()
  await otherTab.getByRole('radio', { name: /^Advanced/ }).check()
  await expect(buyer.paypalButton()).toHaveCount(0)
  await expect(page.getByText('Sniper Reskin Advanced')).toBeVisible()
  await page.getByRole('button', { name: /^Payer 25/ }).click()
  const paypal = await buyer.openPayPal()
  await expect(paypal.getByText('25.00 EUR')).toBeVisible()
  await paypal.getByRole('button', { name: 'Pay', exact: true }).click()
  await buyer.sees('orders_paid_title')
  await expect(otherTab.getByText('Votre panier est vide')).toBeVisible()
})

test('an item that another tab edits while it is being paid stays as it was ordered', async ({
  page,
  context,
}) => {
  const buyer = shopper(page, 'fr')
  await buyer.openOrder('reskin-sniper/basic')
  const paypal = await buyer.openPayPal()

  const otherTab = await context.newPage()
  await otherTab.goto('/cart')
  await otherTab.getByRole('button', { name: /^Modifier/ }).click()
  await otherTab.getByRole('radio', { name: /^Advanced/ }).check()
  await expect(otherTab.getByText('Sniper Reskin Advanced').first()).toBeVisible()
  await expect(page.getByText('Sniper Reskin Basic')).toBeVisible()
  await expect(page.getByText(/25\s€/)).toHaveCount(0)
  await paypal.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Sniper Reskin Advanced')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Payer 25/ })).toBeEnabled()
})

test('the number in the bar follows every tab, and a crystal rises when it does', async ({
  page,
  context,
}) => {
  await page.clock.install()
  await page.goto('/cart')
  const buyer = shopper(await context.newPage(), 'fr')
  const crystal = page.locator('.cart-crystal')
  // The animation lasts only two seconds.
  await stopTime(page)
  await buyer.putIntoCart('reset-stats', 'reset-stats')
  await expect(crystal).toBeVisible()
  const link = bar(page, buyer.words).getByRole('link', { name: /Panier/ })
  await expect(link).toContainText('2')
  await page.clock.runFor(2000)
  await expect(crystal).toHaveCount(0)
})
