import type { Page } from '@playwright/test'
import { openBrowser, owner } from './admin-area.ts'
import { expectNoViolations } from './axe.ts'
import { shopper, steamId } from './buyer.ts'
import { expect, fromOwnNetwork, test as base } from './fixtures.ts'
import { expectWordsToFit } from './measures.ts'

/** In a shop of its own, whose prices and players no other journey knows. */
const test = base.extend({
  // Codes that do not fit, which the buyer types.
  expectedErrors: [/40[49]|410/],
  viewport: { width: 1440, height: 900 },
  productSettings: [{ TRUSTED_PROXIES: '127.0.0.1' }, { scope: 'worker' }],
  extraHTTPHeaders: async ({ locale: _locale }, use) => use(fromOwnNetwork()),
})

/** The owner's actions with offers, in French. */
function offerOwner(page: Page) {
  const as = owner(page)
  const { words, button } = as
  const list = page.getByRole('list', { name: words('admin_offers') })
  const form = page.getByRole('form', { name: words('admin_offer_new') })
  return {
    ...as,
    form,
    open: () => as.open('/admin?section=offers'),
    row: (text: string | RegExp) => list.getByRole('listitem').filter({ hasText: text }),
    field: (key: string, inputs = {}) => form.getByRole('textbox', { name: words(key, inputs) }),
    choose: (key: string, inputs = {}) =>
      form.getByText(words(key, inputs), { exact: true }).click(),
    start: () => button('admin_offer_new').click(),
    save: () => form.getByRole('button', { name: words('admin_offer_make_it') }).click(),
  }
}

test('a sale shows on the pages, a code lowers the cart, and the offer has its use and income', async ({
  page,
  browser,
  product,
}) => {
  const staff = await openBrowser(browser, product)
  const shop = offerOwner(staff)
  const { words, field, choose, row, save, start, form } = shop
  await shop.open()
  await start()
  await field('admin_offer_value', { kind: 'percent' }).fill('91')
  await save()
  await expect(field('admin_offer_value', { kind: 'percent' })).toBeFocused()
  await shop.sees('admin_offer_value_fault', { kind: 'percent' })
  await field('admin_offer_value', { kind: 'percent' }).fill('20')
  await form.getByText(/prix$/).click()
  await expect(form.getByRole('row', { name: /File prioritaire, 1 mois 10 € 8 €/ })).toBeVisible()
  await expectNoViolations(staff, 'the form of an offer')
  await expectWordsToFit(staff, 'the form of an offer', [320])
  await save()
  await expect(row('−20 %')).toContainText(words('admin_offer_on'))

  await start()
  await choose('admin_offer_who_label', { who: 'code' })
  await field('admin_offer_value', { kind: 'percent' }).fill('30')
  await choose('admin_offer_codes_label', { codes: 'typed' })
  await form.getByRole('textbox', { name: words('code_label') }).fill('sokol-30')
  await field('admin_offer_limit_label').fill('1')
  await staff.reload()
  await shop.sees('admin_edit_unsaved')
  await start()
  await expect(field('admin_offer_limit_label')).toHaveValue('1')
  await save()
  await expect(row('SOKOL30')).toContainText(words('admin_offer_on'))

  const buyer = shopper(page, 'fr')
  await expect(async () => {
    await page.goto('/donation/priority-queue')
    await expect(page.getByRole('radio', { name: /^1 mois 8 € avant : 10 € −20 %/ })).toBeVisible({
      timeout: 500,
    })
  }).toPass()
  await expectNoViolations(page, 'a product in a sale')
  await buyer.fillCart('1')
  const total = page.getByText(words('cart_total'), { exact: true }).locator('..')
  await expect(total).toContainText('8 €')
  await page.getByText(words('code_have_one')).click()
  const code = page.getByRole('textbox', { name: words('code_label') })
  await code.fill('nobody')
  await code.press('Enter')
  await expect(code).toHaveAccessibleDescription(words('code_unknown'))
  await code.fill('Sokol 30')
  await code.press('Enter')
  await expect(total).toContainText('7 €')
  await expect(page.getByText(words('code_without', { price: '8 €' }))).toBeVisible()
  await expectNoViolations(page, 'a cart with a code')
  await expectWordsToFit(page, 'a cart with a code', [320])
  // The cart keeps what its items cost without it.
  expect(await page.evaluate(() => localStorage.getItem('cart'))).toContain('"price":8')
  await buyer.fillCheckout()
  await buyer.payButton().click()
  await expect(buyer.paypalButton()).toBeVisible()
  // The last use is held by this order: it stays the buyer's.
  await page.reload()
  await expect(total).toContainText('7 €')
  const paypal = await buyer.openPayPal()
  await expect(paypal.getByText('7.00 EUR')).toBeVisible()
  await paypal.getByRole('button', { name: 'Pay', exact: true }).click()
  await buyer.sees('orders_paid_title')
  // The empty cart leads home, which is another document.
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('cartCode'))).toBeNull()

  await staff.reload()
  await expect(row('SOKOL30')).toContainText('utilisée 1 fois')
  await expect(row('SOKOL30')).toContainText('7,00 €')
  await expect(row('SOKOL30')).toContainText(words('admin_offer_used_up'))
  await expectNoViolations(staff, 'the offers')
  await expectWordsToFit(staff, 'the offers', [320])

  await row('−20 %')
    .getByRole('button', { name: words('admin_offer_stop_label', { name: '−20 %' }) })
    .click()
  await staff
    .getByRole('dialog')
    .getByRole('button', { name: words('admin_offer_stop') })
    .click()
  await expect(row('−20 %')).toContainText(words('admin_offer_over'))
  await staff.context().close()
})

test.describe('gifts', () => {
  test.use({ expectedErrors: [/40[49]|410|ERR_FAILED/] })

  test('are made at once, and each gives its Kr to one player', async ({
    page,
    browser,
    product,
  }) => {
    const staff = await openBrowser(browser, product)
    const { words, field, choose, save, start, open, sees, row } = offerOwner(staff)
    await open()
    await start()
    await choose('admin_offer_who_label', { who: 'code' })
    await choose('admin_offer_kind_kr')
    await field('admin_offer_value', { kind: 'kr' }).fill('500')
    await field('admin_offer_make').fill('5')
    // The answer is lost, and so is the page: what was typed is sent again, but made once.
    await staff.route('**/api/admin/offers', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch()
      return route.abort()
    })
    await save()
    await sees('form_unconfirmed')
    await expect(row('500 Kr')).toHaveCount(5)
    await staff.unroute('**/api/admin/offers')
    await staff.reload()
    await start()
    await save()
    await expect(row('500 Kr')).toHaveCount(5)
    const codes = staff.getByRole('textbox', { name: words('admin_offer_made_codes') })
    await expect(codes).toBeFocused()
    const made = (await codes.inputValue()).split('\n')
    expect(made).toHaveLength(5)
    // Not under the bar.
    await staff.evaluate(() => scrollTo(0, 0))
    await expectNoViolations(staff, 'codes that were made')

    await page.goto('/redeem')
    await page.getByRole('textbox', { name: words('code_label') }).fill(made[0] ?? '')
    await page.getByLabel(words('player_steam_id')).first().fill(steamId)
    await page.getByRole('button', { name: words('redeem_submit') }).click()
    await expect(page.getByText(words('redeem_kr', { amount: '500 Kr' }))).toBeVisible()
    await expectNoViolations(page, 'a gift that was given')
    await page.getByRole('button', { name: words('redeem_again') }).click()
    const code = page.getByRole('textbox', { name: words('code_label') })
    await expect(code).toBeFocused()
    await code.fill(made[0] ?? '')
    await page.getByRole('button', { name: words('redeem_submit') }).click()
    await expect(code).toHaveAccessibleDescription(new RegExp(words('code_used_up')))
    await code.fill(made[1] ?? '')
    await page.getByRole('button', { name: words('redeem_submit') }).click()
    await page
      .getByRole('link', { name: words('to_wallet') })
      .first()
      .click()
    await expect(page.getByText(/1\s000\sKr/).first()).toBeVisible()

    // In the cart a gift leads to its page.
    await page.goto('/donation/priority-queue')
    await shopper(page, 'fr').fillCart('1')
    await page.getByText(words('code_have_one')).click()
    await page.getByRole('textbox', { name: words('code_label') }).fill(made[2] ?? '')
    await page.getByRole('button', { name: words('code_apply') }).click()
    await page
      .getByRole('main')
      .getByRole('link', { name: words('redeem_link') })
      .click()
    await expect(page).toHaveURL('/redeem')
    await staff.context().close()
  })
})
