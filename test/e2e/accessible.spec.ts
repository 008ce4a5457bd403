import type { Locator } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { chooseLanguage, shopper, steamId } from './buyer.ts'
import { expect, test } from './fixtures.ts'
import { bar, heading, menu, toasts } from './frame-parts.ts'
import { tabTo } from './keyboard.ts'
import { allWidths, expectWordsToFit } from './measures.ts'
import { productWords, wordsOf } from './words.ts'

test.use({ expectedErrors: [/ERR_FAILED/] })

/** Menus, dialogs and later steps are the same in every language; this one has the longest words. */
const language = 'ru'
const words = wordsOf(language)

test('axe finds nothing in menus and dialogs', async ({ page, context, product }) => {
  await chooseLanguage(context, product.origin, language)
  await page.route('**/api/auth/sign-in/social', (route) => route.abort())
  await page.goto('/login?error=access_denied')
  await bar(page, words)
    .getByRole('button', { name: words('nav_sign_in') })
    .click()
  await expect(toasts(page, words).getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: `${words('nav_language')} ${language}` }).click()
  await expectNoViolations(page, 'messages and language picker')
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('button', { name: words('nav_menu'), exact: true }).click()
  await expect(menu(page, words)).toBeVisible()
  await expectNoViolations(page, 'menu')
})

test('axe finds nothing on the buyer’s way, and its words fit', async ({
  page,
  context,
  product,
}) => {
  await chooseLanguage(context, product.origin, language)
  const buyer = shopper(page, language)
  await buyer.putIntoCart('clan-color-tag/3')
  await page.getByRole('button', { name: words('cart_edit_item').trim() }).click()
  await expectNoViolations(page, 'cart with an item that is being edited')
  await expectWordsToFit(page, 'cart with an item that is being edited', allWidths)
  await buyer.fillCheckout()
  await page.getByRole('button', { name: words('color_open') }).click()
  await page.getByLabel(words('player_steam_id')).first().fill('https://steamcommunity.com/id/x')
  await page.getByLabel(words('player_discord')).first().fill('')
  await page.getByLabel(words('player_discord')).first().blur()
  await expect(page.getByText(words('player_discord_empty'))).toBeVisible()
  await expectNoViolations(page, 'checkout with errors')
  await expectWordsToFit(page, 'checkout with errors', allWidths)
  await page.getByRole('button', { name: words('color_close') }).click()
  await page.getByLabel(words('player_steam_id')).first().fill(steamId)
  await page.getByLabel(words('player_discord')).first().fill('sokol')
  await page.route('**/functions/**', (route) => route.abort())
  await buyer.payButton().click()
  await buyer.sees('checkout_not_sent')
  await expectNoViolations(page, 'checkout that failed')
  await page.unrouteAll()
  await buyer.payButton().click()
  await expect(buyer.paypalButton()).toBeVisible()
  await expectNoViolations(page, 'checkout with the PayPal button')
})

test('the keyboard alone leads from the home page to the pay button, on a phone', async ({
  page,
  context,
  product,
}) => {
  const buyer = shopper(page, language)
  await page.setViewportSize({ width: 390, height: 844 })
  await chooseLanguage(context, product.origin, language)
  const press = async (target: Locator) => {
    await tabTo(page, target)
    await page.keyboard.press('Enter')
  }
  const linkNamed = (name: string) =>
    page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) })
  const link = (key: string) => linkNamed(words(key))
  await page.goto('/')
  // What follows loads when the focus comes near it.
  await tabTo(page, link('home_raid_link'))
  await press(link('home_offers_all'))
  await expect(heading(page)).toBeFocused()
  await press(linkNamed(productWords(language, 'priority-queue').title))
  await expect(heading(page)).toBeFocused()
  await tabTo(page, page.getByRole('radio', { name: /^1 / }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^3 / })).toBeChecked()
  await press(page.getByRole('button', { name: words('buy_now') }))
  await expect(heading(page)).toBeFocused()
  await press(link('cart_checkout'))
  await tabTo(page, page.getByLabel(words('player_steam_id')).first())
  await page.keyboard.type(steamId)
  await tabTo(page, page.getByLabel(words('player_discord')).first())
  await page.keyboard.type('sokol')
  await press(buyer.payButton())
  await expect(page.getByText(words('checkout_paypal_ready'))).toBeFocused()
})
