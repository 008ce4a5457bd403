import { formatKr } from '#web/i18n/format.ts'
import { expectNoViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { tabTo } from './keyboard.ts'
import { skinStaff } from './skin-shop-staff.ts'
import { wordsOf } from './words.ts'

/** How long a button is held until it buys; with an installed clock this takes no real time. */
const holdMs = 2000

test('the whole picture opens by mouse and by keyboard, and the skin is bought there', async ({
  page,
  product,
}) => {
  const steamId = '76561198006400007'
  const name = 'Parka Lichen'
  const words = wordsOf('fr')
  const staff = await skinStaff(product, '10.9.0.7')
  await staff.credit(steamId, 500)
  await staff.sell(name, 120)
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const enlarge = main.getByRole('button', { name: words('shop_enlarge', { name }) })
  await page.clock.install()
  await page.goto('/shop')
  await enlarge.click()
  await expect(dialog).toHaveAccessibleName(name)
  await expect(dialog.getByRole('img')).toHaveCSS('object-fit', 'contain')
  await expect(dialog.getByText(formatKr(120))).toBeVisible()
  await expectNoViolations(page, 'whole picture of a skin')
  await dialog.getByRole('button', { name: words('close') }).click()
  await expect(dialog).toBeHidden()
  await expect(enlarge).toBeFocused()

  await page.keyboard.press('Shift+Tab')
  await tabTo(page, enlarge)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveAccessibleName(name)
  await page.keyboard.press('Escape')
  await expect(enlarge).toBeFocused()

  const holdInDialog = async () => {
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: `Hold to Buy ${name}` }).hover()
    await page.mouse.down()
    await page.clock.runFor(holdMs)
    await expect(dialog).toHaveAccessibleName(words('shop_confirm_title', { name }))
    await page.mouse.up()
  }
  await holdInDialog()
  await dialog.getByRole('button', { name: words('shop_cancel') }).click()
  await expect(dialog).toBeHidden()
  await expect(enlarge).toBeFocused()

  await holdInDialog()
  await dialog.getByLabel('Steam ID', { exact: false }).first().fill(steamId)
  await dialog.getByRole('button', { name: words('shop_confirm', { price: '' }).trim() }).click()
  await expect(
    main.getByRole('heading', { name: words('shop_bought_title', { name }) }),
  ).toBeFocused()
  expect(await staff.balanceOf(steamId)).toBe(380)
})
