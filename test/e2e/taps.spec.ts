import type { Locator, Page } from '@playwright/test'
import { newSteamId } from '#test/factories/ledger.ts'
import { buyByRequests, shopper, steamId } from './buyer.ts'
import { expect, test } from './fixtures.ts'
import { heading } from './frame-parts.ts'
import { openHomePage } from './pages.ts'
import { skinStaff } from './skin-shop-staff.ts'
import { productWords, wordsOf } from './words.ts'

const words = wordsOf('fr')
const queue = productWords('fr', 'priority-queue')

// The narrow screen is the harder one: on a wide one the bar shows the menu's links as well.
test.use({ viewport: { width: 390, height: 844 } })

/**
 * Counts what a buyer presses from the home page on, in every window. Holding a button is one tap;
 * typing, and reaching the field for it, is none.
 */
function countTaps(page: Page) {
  let taps = 0
  return {
    tap: async (target: Locator): Promise<void> => {
      taps += 1
      await target.click()
    },
    /** Presses what opens another window, and returns that. */
    tapForWindow: async (target: Locator): Promise<Page> => {
      taps += 1
      const opened = page.waitForEvent('popup')
      await target.click()
      return opened
    },
    /** Holds a button, on a page with an installed clock, until a dialog opens. */
    hold: async (target: Locator): Promise<void> => {
      taps += 1
      await target.scrollIntoViewIfNeeded()
      await target.hover()
      await page.mouse.down()
      await page.clock.runFor(2000)
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.mouse.up()
    },
    count: () => taps,
  }
}

test('three months of priority queue are paid with seven taps', async ({ page }) => {
  const { tap, tapForWindow, count } = countTaps(page)
  const buyer = shopper(page, 'fr')
  const main = page.getByRole('main')
  await openHomePage(page)
  await tap(main.getByRole('link', { name: new RegExp(`^${queue.title}`) }))
  await tap(main.getByRole('radio', { name: /^3 / }))
  await tap(main.getByRole('button', { name: words('buy_now') }))
  await tap(main.getByRole('link', { name: words('cart_checkout') }))
  await main.getByLabel(words('player_steam_id')).first().fill(steamId)
  await main.getByLabel(words('player_discord')).first().fill('sokol')
  await tap(buyer.payButton())
  const paypal = await tapForWindow(buyer.paypalButton())
  await tap(paypal.getByRole('button', { name: 'Pay', exact: true }))
  await buyer.sees('orders_paid_title')
  expect(count()).toBe(7)
})

test('a pack of Kr is paid with four taps', async ({ page }) => {
  const { tap, tapForWindow, count } = countTaps(page)
  await openHomePage(page)
  await tap(page.getByRole('main').getByRole('link', { name: words('get_kr') }))
  await tap(page.getByRole('button', { name: 'Acheter · 4,99' }))
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(words('player_steam_id')).first().fill('76561198006409611')
  await dialog.getByLabel(words('player_discord')).fill('sokol')
  const stripe = await tapForWindow(
    dialog.getByRole('button', { name: words('packs_pay', { price: '' }).trim() }),
  )
  await tap(stripe.getByRole('button', { name: 'Pay', exact: true }))
  await expect(heading(stripe)).toHaveText('+550 Kryptonite')
  expect(count()).toBe(4)
})

test('a skin is bought with three taps', async ({ page, product }) => {
  const buyerSteamId = '76561198006400011'
  const name = 'Cape de Fougère'
  const staff = await skinStaff(product, '10.9.0.11')
  await staff.credit(buyerSteamId, 500)
  await staff.sell(name, 120)
  const { tap, hold, count } = countTaps(page)
  const main = page.getByRole('main')
  await page.clock.install()
  await openHomePage(page)
  await tap(main.getByRole('link', { name: new RegExp(name) }))
  await hold(main.getByRole('button', { name: `Hold to Buy ${name}` }))
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Steam ID').first().fill(buyerSteamId)
  await tap(dialog.getByRole('button', { name: words('shop_confirm', { price: '' }).trim() }))
  await expect(
    main.getByRole('heading', { name: words('shop_bought_title', { name }) }),
  ).toBeFocused()
  expect(count()).toBe(3)
})

test('a reskin is in the cart with four taps', async ({ page }) => {
  const { tap, count } = countTaps(page)
  const main = page.getByRole('main')
  await openHomePage(page)
  await tap(main.getByRole('link', { name: new RegExp(`^${words('section_reskins')}`) }))
  await tap(
    main
      .getByRole('list', { name: words('reskin_all') })
      .getByRole('link', { name: new RegExp(`^${productWords('fr', 'reskin-sniper').label}`) }),
  )
  await tap(main.getByRole('button', { name: / Advanced$/ }))
  await tap(main.getByRole('button', { name: words('buy_now') }))
  await expect(heading(page)).toHaveText(words('cart_title'))
  await expect(main.getByText('Sniper Reskin Advanced')).toBeVisible()
  expect(count()).toBe(4)
})

test('what a visitor owns, and until when, is one tap away', async ({ page, context, product }) => {
  // Of a Steam ID of its own: after the months of others it would begin later.
  await buyByRequests(context, product, { steamId: newSteamId() })
  const { tap, count } = countTaps(page)
  await page.goto('/')
  await tap(page.getByRole('contentinfo').getByRole('link', { name: words('perks_title') }))
  await expect(page.getByRole('article', { name: queue.label })).toContainText(
    words('perks_until', { date: '' }).trim(),
  )
  expect(count()).toBe(1)
})
