import { type Page } from '@playwright/test'
import { openBrowser, owner } from './admin-area.ts'
import { expectNoViolations } from './axe.ts'
import { expect, fromOwnNetwork, test as base } from './fixtures.ts'
import { watchLayoutShifts } from './layout-shifts.ts'
import { expectWordsToFit } from './measures.ts'

/** In a shop of its own, whose prices no other journey reads. */
const test = base.extend({
  viewport: { width: 1440, height: 900 },
  productSettings: [{ TRUSTED_PROXIES: '127.0.0.1' }, { scope: 'worker' }],
  extraHTTPHeaders: async ({ locale: _locale }, use) => use(fromOwnNetwork()),
})

/** The owner's actions with what is sold, in French. */
function seller(page: Page) {
  const as = owner(page)
  return {
    ...as,
    open: (query = '') => as.open(`/admin?section=products${query}`),
    field: (name: string) => page.getByRole('textbox', { name, exact: true }),
    line: (line: string) =>
      page.getByRole('textbox', { name: as.words('admin_product_line', { line }) }),
    row: (item: string) =>
      page.getByRole('listitem').filter({ has: as.button('admin_shop_edit_label', { item }) }),
    change: (item: string) => as.button('admin_shop_edit_label', { item }),
    save: as.button('admin_save'),
  }
}

test('what the owner changes, hides, sorts and adds is what a buyer finds', async ({
  page,
  browser,
  product,
}) => {
  const { words, open, button, change, field, line, row, save, sees } = seller(page)
  const shift = await watchLayoutShifts(page)
  await open()
  await expect(change('Priority Queue')).toBeVisible()
  expect(await shift()).toBeLessThan(0.01)
  await expectNoViolations(page, 'the products')
  await expectWordsToFit(page, 'the products', [320])

  // A price that breaks the order is said, and saved all the same.
  await change('Priority Queue').click()
  await expect(field(words('admin_shop_name'))).toBeFocused()
  await field('3 mois').fill('31,50')
  await sees('admin_product_month_dearer', { duration: '1 mois' })
  await expectNoViolations(page, 'the form of a product')
  await field('3 mois').press('Enter')
  await expect(row('Priority Queue')).toContainText('3 mois : 31,50 €')
  await expect(change('Priority Queue')).toBeFocused()

  await button('admin_product_hide_label', { name: 'Reset your stats' }).click()
  await expect(row('Reset your stats')).toContainText(words('admin_product_hidden'))
  await expect(button('admin_product_show_label', { name: 'Reset your stats' })).toBeFocused()
  await button('admin_product_up', { name: 'Name Color Tag' }).press('Enter')
  const tags = page.getByRole('list', {
    name: words('admin_products_group', { group: 'color-tag' }),
  })
  await expect(tags.getByRole('listitem').first()).toContainText('Name Color Tag')
  // It cannot go further up.
  await expect(button('admin_product_down', { name: 'Name Color Tag' })).toBeFocused()

  await button('admin_product_add').click()
  await field(words('admin_shop_name')).fill('Badge doré')
  await expect(field(words('admin_product_slug'))).toHaveValue('badge-dore')
  await save.click()
  await sees('admin_product_fault', { fault: 'price' })
  await expect(field('1 mois')).toBeFocused()
  await field('1 mois').fill('12')
  await line('lead').fill('Un badge qui brille.')
  await line('tile').fill('Brillez dans la nuit.')
  await line('points').fill('Un badge à côté de votre nom.\nSur le Discord aussi.')
  await field(words('admin_product_slug')).fill('priority-queue')
  await save.click()
  await sees('admin_product_fault', { fault: 'slug_taken' })
  await page.reload()
  await expect(field(words('admin_shop_name'))).toHaveValue('Badge doré')
  await field(words('admin_product_slug')).fill('badge-dore')
  await save.click()
  await expect(row('Badge doré')).toContainText('1 mois : 12 €')
  await expect(row('Badge doré')).toContainText(words('admin_product_shown'))

  const buyer = await openBrowser(browser, product)
  await buyer.goto('/donation')
  const tile = buyer.getByRole('link').filter({ hasText: 'Badge doré' })
  await expect(tile).toContainText('Brillez dans la nuit.')
  await tile.click()
  await expect(buyer.getByRole('heading', { level: 1 })).toHaveText('Badge doré')
  await expect(buyer.getByText('Sur le Discord aussi.')).toBeVisible()
  await expect(buyer.getByRole('radio')).toHaveCount(1)
  await buyer.getByRole('radio', { name: /^1 mois/ }).check()
  await buyer.getByRole('button', { name: words('buy_now') }).click()
  await expect(buyer.getByRole('heading', { level: 1 })).toHaveText(words('cart_title'))
  await expect(buyer.getByText('Badge doré').first()).toBeVisible()
  await expect(buyer.getByText('12 €').first()).toBeVisible()
  await buyer.goto('/donation/priority-queue')
  await expect(buyer.getByRole('radio', { name: /^3 mois/ })).toHaveAccessibleName(/31,50/)
  await buyer.goto('/donation/extras')
  await expect(buyer.getByRole('heading', { name: 'Reset your enemies stats' })).toBeVisible()
  await expect(buyer.getByRole('heading', { name: 'Reset your stats' })).toBeHidden()
  await buyer.goto('/donation/color-tag')
  const tagTiles = buyer.getByRole('list', { name: words('color_tag_tiles_label') })
  await expect(tagTiles.getByRole('listitem').first()).toContainText('Name Color Tag')
  await buyer.context().close()

  // The order from before comes back, and the badge, which came later, goes with it.
  await button('admin_edit_restore').last().click()
  await sees('admin_edit_back_done')
  await expect(row('Badge doré')).toBeHidden()
  await expect(tags.getByRole('listitem').first()).toContainText('Clan Color Tag')
})

test('the owner changes, adds and removes packs', async ({ page }) => {
  const { words, open, button, change, field, row, save, sees } = seller(page)
  const list = page.getByRole('list', { name: words('admin_products_packs') })
  await open('&list=packs')
  await change('500 Kr').click()
  await field(words('admin_pack_price')).fill('0,49')
  await save.click()
  await sees('admin_pack_fault', { field: 'price' })
  // Closed without a press of Save, it is kept, and its row says so.
  await field(words('admin_pack_price')).press('Escape')
  await expect(row('500 Kr')).toContainText(words('admin_edit_unsaved'))
  await change('500 Kr').press('Enter')
  await expect(field(words('admin_pack_price'))).toHaveValue('0,49')
  await field(words('admin_pack_price')).fill('5,49')
  await expectNoViolations(page, 'the form of a pack')
  await save.click()
  await expect(row('500 Kr')).toContainText('5,49 $')
  await button('admin_pack_add').click()
  await field(words('admin_pack_amount')).fill('100')
  await field(words('admin_pack_price')).fill('19')
  await save.click()
  await sees('admin_pack_fault', { field: 'amount' })
  await field(words('admin_pack_amount')).fill('2000')
  await save.click()
  await expect(list.getByRole('listitem')).toHaveCount(7)
  await page.goto('/krypto-points')
  const packs = page.getByRole('list', { name: words('packs_list_label') }).getByRole('listitem')
  await expect(packs.nth(1)).toContainText('5,49 $')
  await expect(packs.nth(6)).toContainText('19,00 $')
  await page.goto('/admin?section=products&list=packs')
  await button('admin_shop_delete_label', { item: '2 000 Kr' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(6)
  await sees('admin_pack_removed')
})

test.describe('a product that somebody has bought', () => {
  test.use({ expectedErrors: [/409|422/] })

  test('is hidden instead of removed, and a change of another one is seen', async ({
    page,
    browser,
    product,
  }) => {
    const { words, open, button, change, field, row, save, sees } = seller(page)
    const buyer = await openBrowser(browser, product)
    await buyer.goto('/donation/priority-queue')
    await buyer.getByRole('radio', { name: /^1 mois/ }).check()
    await buyer.getByRole('button', { name: words('buy_now') }).click()
    await buyer.getByRole('link', { name: words('cart_checkout') }).click()
    await buyer
      .getByLabel(words('player_steam_id'), { exact: false })
      .first()
      .fill('76561198006409530')
    await buyer.getByLabel(words('player_discord')).first().fill('sokol')
    await buyer.getByRole('button', { name: words('checkout_pay', { price: '' }).trim() }).click()
    await expect(
      buyer.getByText(words('player_for_steam_id', { steamId: '76561198006409530' })),
    ).toBeVisible()
    await buyer.context().close()

    await open()
    await button('admin_shop_delete_label', { item: 'Priority Queue' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: words('admin_shop_delete') }).click()
    await expect(dialog).toContainText(words('admin_failure', { code: 'has_orders' }))
    await expectNoViolations(page, 'a product that stays')
    await dialog.getByRole('button', { name: words('admin_product_hide_instead') }).click()
    await expect(row('Priority Queue')).toContainText(words('admin_product_hidden'))

    const other = await openBrowser(browser, product)
    const second = seller(other)
    await second.open()
    await second.change('Priority Queue').click()
    await second.field('1 mois').fill('13')
    await change('Priority Queue').click()
    await field('1 mois').fill('14')
    await save.click()
    await expect(row('Priority Queue')).toContainText('1 mois : 14 €')
    await second.save.click()
    await second.sees('admin_edit_conflict')
    await expect(other.getByRole('textbox', { name: words('admin_edit_theirs') })).toHaveValue(
      /14\s€/,
    )
    await second.button('admin_edit_keep_mine').click()
    await expect(second.row('Priority Queue')).toContainText('1 mois : 13 €')
    await sees('admin_products_donations')
    await other.context().close()
  })
})

test('an answer that comes late closes only the form that was sent', async ({ page }) => {
  const { words, open, change, field, row, sees } = seller(page)
  const answer = Promise.withResolvers<undefined>()
  await open()
  await change('Clan Color Tag').click()
  await field('1 mois').fill('9')
  await page.route('**/api/admin/site', async (route) => {
    await answer.promise
    await route.continue()
  })
  const sent = page.waitForRequest('**/api/admin/site')
  await field('1 mois').press('Enter')
  await sent
  await change('Name Color Tag').click()
  await expect(field(words('admin_shop_name'))).toHaveValue('Name Color Tag')
  answer.resolve(undefined)
  await sees('admin_product_saved')
  await expect(row('Clan Color Tag')).toContainText('1 mois : 9 €')
  await expect(field(words('admin_shop_name'))).toHaveValue('Name Color Tag')
})

test('an open form follows what its row changes, and the row leads back to it', async ({
  page,
}) => {
  const { words, open, button, change, field, row, sees } = seller(page)
  await open()
  await change('Top Reskin').click()
  const shown = page.getByRole('switch', { name: words('admin_product_on_pages') })
  await expect(shown).toBeChecked()
  await button('admin_product_hide_label', { name: 'Top Reskin' }).click()
  await expect(row('Top Reskin')).toContainText(words('admin_product_hidden'))
  await expect(shown).not.toBeChecked()
  await change('Top Reskin').click()
  await expect(field(words('admin_shop_name'))).toBeFocused()
  await button('admin_product_show_label', { name: 'Top Reskin' }).click()
  await sees('admin_product_hide')
  await expect(shown).toBeChecked()
})
