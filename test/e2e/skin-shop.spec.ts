import type { Locator, Page } from '@playwright/test'
import type { Language } from '#contract/language.ts'
import { formatKr } from '#web/i18n/format.ts'
import { test } from './admin-area.ts'
import { expectNoViolations } from './axe.ts'
import { buyPack, chooseLanguage } from './buyer.ts'
import { clickTwice } from './click-twice.ts'
import { expect } from './fixtures.ts'
import { bar, heading, openByLink, toasts } from './frame-parts.ts'
import { holdEvents } from './hold-events.ts'
import { tabTo } from './keyboard.ts'
import { stopTime } from './page-clock.ts'
import { skinStaff } from './skin-shop-staff.ts'
import { wordsOf } from './words.ts'

/** How long a button is held until it buys; with an installed clock this takes no real time. */
const holdMs = 2000

/** A player in the shop, on a page with an installed clock. */
function customer(page: Page, language: Language = 'fr') {
  const words = wordsOf(language)
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const holdButton = (name: string): Locator =>
    main.getByRole('button', { name: `Hold to Buy ${name}` })
  const point = async (name: string): Promise<void> => {
    await holdButton(name).scrollIntoViewIfNeeded()
    await holdButton(name).hover()
  }
  const hold = async (name: string): Promise<void> => {
    await point(name)
    await page.mouse.down()
    await page.clock.runFor(holdMs)
    await expect(dialog).toBeVisible()
    await page.mouse.up()
  }
  const steamIdField = dialog.getByLabel('Steam ID', { exact: false }).first()
  const confirm = dialog.getByRole('button', { name: words('shop_confirm', { price: '' }).trim() })
  return {
    words,
    main,
    dialog,
    steamIdField,
    confirm,
    holdButton,
    askAgain: main.getByRole('button', { name: words('shop_unanswered_retry') }),
    visit: (): Promise<unknown> => page.goto('/shop'),
    point,
    hold,
    card: (name: string): Locator => main.getByRole('article', { name, exact: true }),
    toast: (key: string): Locator => toasts(page, words).getByText(words(key), { exact: true }),
    badge: (kr: number): Locator =>
      bar(page, words).getByRole('link', { name: words('nav_balance', { balance: formatKr(kr) }) }),
    /** The whole purchase, without hesitation. */
    buy: async (name: string, steamId: string): Promise<void> => {
      await hold(name)
      await steamIdField.fill(steamId)
      await confirm.click()
      await expect(dialog).toBeHidden()
    },
  }
}

/** How far the bar of a button is filled; 0 when nobody holds it. */
function barOf(button: Locator): Promise<number> {
  return button.evaluate((element) => {
    const filled = element.querySelector<HTMLElement>('[style*="inset"]')?.style.clipPath ?? ''
    return 100 - Number(/(\d+)%/.exec(filled)?.[1] ?? 100)
  })
}

test('a skin is bought by mouse, after cancelling once @translated', async ({
  page,
  context,
  product,
}) => {
  const steamId = '76561198006400001'
  const staff = await skinStaff(product, '10.9.0.1')
  await buyPack(context, product, steamId)
  await staff.credit(steamId, 900)
  const { words, main, dialog, card, hold, holdButton, ...player } = customer(page)
  await page.clock.install()
  await page.goto('/shop')
  await expect(heading(page)).toHaveText('SKIN SHOP')
  // It comes without a reload.
  await staff.sell('Mosin Toxique', 250)
  await expect(card('Mosin Toxique').getByText(formatKr(250))).toBeVisible()
  await expect(card('Mosin Toxique').getByRole('img')).toHaveJSProperty('naturalWidth', 320)
  await expectNoViolations(page, 'skin shop')

  // Letting go slowly would count as holding.
  await stopTime(page)
  await player.point('Mosin Toxique')
  await page.mouse.down()
  await page.clock.runFor(400)
  await expect.poll(() => barOf(holdButton('Mosin Toxique'))).toBeGreaterThan(0)
  await expect(card('Mosin Toxique').getByRole('progressbar')).toBeAttached()
  await page.mouse.up()
  await expect.poll(() => barOf(holdButton('Mosin Toxique'))).toBe(0)
  await expect(card('Mosin Toxique').getByText(words('shop_hold_longer'))).toBeVisible()
  await page.mouse.down()
  await expect(card('Mosin Toxique').getByText(words('shop_hold_longer'))).toBeHidden()
  await page.clock.runFor(400)
  await expect.poll(() => barOf(holdButton('Mosin Toxique'))).toBeGreaterThan(0)
  await page.mouse.move(5, 300)
  await expect.poll(() => barOf(holdButton('Mosin Toxique'))).toBe(0)
  await page.mouse.up()
  await expect(dialog).toBeHidden()
  await expect(toasts(page, words).getByRole('listitem')).toHaveCount(0)
  await page.clock.resume()

  await hold('Mosin Toxique')
  await dialog.getByRole('button', { name: words('shop_cancel') }).click()
  await expect(player.toast('shop_cancelled_title')).toBeVisible()
  await expect(player.toast('shop_cancelled_text')).toBeVisible()
  await hold('Mosin Toxique')
  await player.confirm.click()
  await expect(player.toast('shop_steam_id_required')).toBeVisible()

  await hold('Mosin Toxique')
  await player.steamIdField.fill('sokol')
  await player.steamIdField.press('Enter')
  await expect(player.steamIdField).toHaveAccessibleDescription(
    new RegExp(words('player_steam_id_unrecognised')),
  )
  await player.steamIdField.fill(`https://steamcommunity.com/profiles/${steamId}`)
  await expect(dialog.getByText(formatKr(2000))).toBeVisible()
  await expect(dialog.getByText(formatKr(1750))).toBeVisible()
  await expectNoViolations(page, 'dialog of a purchase')
  await clickTwice(player.confirm)
  await expect(player.toast('shop_success_title')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(
    main.getByRole('heading', { name: words('shop_bought_title', { name: 'Mosin Toxique' }) }),
  ).toBeFocused()
  await expect(player.badge(1750)).toBeVisible()
  await expect.poll(() => barOf(holdButton('Mosin Toxique'))).toBe(0)
  expect(await staff.balanceOf(steamId)).toBe(1750)
  await expectNoViolations(page, 'skin that was just bought')

  await main
    .getByRole('link', { name: words('shop_wallet') })
    .last()
    .click()
  await expect(
    page
      .getByRole('list', { name: words('wallet_skins_label') })
      .getByText('Mosin Toxique', { exact: true }),
  ).toBeVisible()
  await page.goBack()
  await hold('Mosin Toxique')
  await expect(player.steamIdField).toHaveValue(steamId)
})

test.describe('a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('holds, lets go, and scrolls without buying', async ({ page, product }) => {
    const staff = await skinStaff(product, '10.9.0.2')
    await staff.sell('Veste Ambre', 99)
    const { words, dialog, holdButton } = customer(page)
    await page.clock.install()
    await page.goto('/donation/skin')
    const button = holdButton('Veste Ambre')
    await button.scrollIntoViewIfNeeded()
    const browser = await page.context().newCDPSession(page)
    const press = async (): Promise<void> => {
      const { x, y, width, height } = (await button.boundingBox()) ?? fail('no button')
      const touchPoints = [{ x: x + width / 2, y: y + height / 2 }]
      await browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    }
    const lift = (): Promise<unknown> =>
      browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })

    await stopTime(page)
    await press()
    await page.clock.runFor(400)
    await expect.poll(() => barOf(button)).toBeGreaterThan(0)
    await lift()
    await expect.poll(() => barOf(button)).toBe(0)

    await press()
    await page.clock.runFor(400)
    await expect.poll(() => barOf(button)).toBeGreaterThan(0)
    const before = await page.evaluate(() => scrollY)
    for (const y of [400, 340, 280, 220]) {
      const touchPoints = [{ x: 195, y }]
      await browser.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints })
    }
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before)
    await expect.poll(() => barOf(button)).toBe(0)
    await lift()
    await expect(dialog).toBeHidden()
    await page.clock.resume()

    // Outside the dialog, which must not close when the finger is lifted there.
    await page.reload()
    await page.getByRole('button', { name: words('shop_enlarge', { name: 'Veste Ambre' }) }).tap()
    await dialog.getByRole('button', { name: words('close') }).tap()
    await button.evaluate((element) => element.scrollIntoView({ block: 'end' }))
    await press()
    await page.clock.runFor(holdMs)
    await expect(dialog).toBeVisible()
    await lift()
    await expect(dialog).toBeVisible()
    await expect(toasts(page, words).getByRole('listitem')).toHaveCount(0)
    expect(await page.evaluate(() => String(getSelection()))).toBe('')
  })
})

test('the keyboard can hold the button, and a screen reader need not, in Russian', async ({
  page,
  context,
  product,
}) => {
  const staff = await skinStaff(product, '10.9.0.3')
  await staff.sell('Шлем', 640)
  await chooseLanguage(context, product.origin, 'ru')
  const { words, dialog, steamIdField, holdButton, toast } = customer(page, 'ru')
  await page.clock.install()
  await page.goto('/shop')
  const button = holdButton('Шлем')
  await expect(button).toHaveAccessibleDescription(words('shop_hold_hint'))
  await tabTo(page, button)
  for (const key of ['Space', 'Enter']) {
    await stopTime(page)
    await page.keyboard.down(key)
    await page.clock.runFor(400)
    await expect.poll(() => barOf(button)).toBeGreaterThan(0)
    await page.keyboard.up(key)
    await expect.poll(() => barOf(button)).toBe(0)
    await page.clock.resume()
    await page.keyboard.down(key)
    await page.clock.runFor(holdMs / 2)
    // Each further `down` is a repetition, as the keyboard sends it while the key is held.
    await page.keyboard.down(key)
    await page.clock.runFor(holdMs / 2)
    await expect(dialog).toBeVisible()
    await page.keyboard.down(key)
    await page.keyboard.up(key)
    await expect(dialog.getByRole('radio', { name: words('checkout_for_me') })).toBeFocused()
    await expect(steamIdField).toHaveValue('')
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(toast('shop_cancelled_title').last()).toBeVisible()
    await expect(button).toBeFocused()
  }

  await stopTime(page)
  await page.keyboard.down('Space')
  await page.clock.runFor(400)
  await expect.poll(() => barOf(button)).toBeGreaterThan(0)
  await page.keyboard.press('Tab')
  await expect.poll(() => barOf(button)).toBe(0)
  await page.keyboard.up('Space')
  await expect(dialog).toBeHidden()
  await page.clock.resume()

  // Assistive technology presses without a pointer or a key.
  await button.evaluate((element: HTMLElement) => element.click())
  await expect(dialog).toBeVisible()
})

test.describe('when a purchase fails', () => {
  test.use({ expectedErrors: [/40[2349]|ERR_FAILED/] })

  test('the player learns why, and what to do', async ({ page, product }) => {
    const steamId = '76561198006400004'
    const staff = await skinStaff(product, '10.9.0.4')
    await staff.credit(steamId, 500)
    const changing = await staff.sell('Chrome', 300)
    const leaving = await staff.sell('Braise', 100)
    await staff.sell('Hors de prix', 9000)
    const { words, dialog, card, hold, confirm, steamIdField, toast, askAgain } = customer(page)
    const message = (key: string, inputs: Readonly<Record<string, string>>): Locator =>
      toasts(page, words).getByText(words(key, inputs))
    await page.clock.install()
    await page.goto('/shop')

    await hold('Hors de prix')
    await expect(dialog.getByRole('link', { name: words('get_kr') })).toHaveCount(0)
    await steamIdField.fill(steamId)
    await expect(dialog.getByRole('link', { name: words('get_kr') })).toHaveAttribute(
      'href',
      '/krypto-points',
    )
    await confirm.click()
    await expect(dialog).toBeHidden()
    await expect(toast('shop_failure_title')).toBeVisible()
    await expect(
      message('shop_failure_missing', {
        missing: formatKr(8500),
        balance: formatKr(500),
        price: formatKr(9000),
      }),
    ).toBeVisible()
    await expect(toasts(page, words).getByRole('link', { name: words('get_kr') })).toHaveAttribute(
      'href',
      '/krypto-points',
    )

    await hold('Chrome')
    await expect(steamIdField).toHaveValue(steamId)
    await staff.changePrice(changing, 'Chrome', 400)
    await expect(card('Chrome')).toContainText(formatKr(400))
    await expect(dialog.getByText(formatKr(300)).first()).toBeVisible()
    await confirm.click()
    await expect(
      message('shop_failure_price', { name: 'Chrome', price: formatKr(400) }),
    ).toBeVisible()

    await hold('Braise')
    await staff.withdraw(leaving)
    await expect(card('Braise')).toHaveCount(0)
    await expect(dialog).toBeVisible()
    await confirm.click()
    await expect(message('shop_failure_gone', { name: 'Braise' })).toBeVisible()

    // A proxy refuses without a word of ours.
    await page.route('**/process-krypto-skin-purchase', (route) =>
      route.fulfill({ status: 403, body: '<html>' }),
    )
    await hold('Hors de prix')
    await confirm.click()
    await expect(toast('purchase_failed_text')).toBeVisible()
    await expect(askAgain).toHaveCount(0)
    expect(await staff.balanceOf(steamId)).toBe(500)
  })

  test('a request whose answer was lost is repeated, and nothing is paid twice', async ({
    page,
    product,
  }) => {
    const steamId = '76561198006400005'
    const staff = await skinStaff(product, '10.9.0.5')
    await staff.credit(steamId, 1000)
    await staff.sell('Camo Deer Isle', 400)
    const { words, main, buy, badge, askAgain } = customer(page)
    await page.clock.install()
    await page.goto('/shop')
    await page.route(
      '**/functions/v1/process-krypto-skin-purchase',
      async (route) => {
        // Our server does its work, but its response is lost.
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await buy('Camo Deer Isle', steamId)
    await expect(askAgain).toBeVisible()
    expect(await staff.balanceOf(steamId)).toBe(600)
    await expectNoViolations(page, 'purchase without an answer')
    const inOtherTab = customer(await page.context().newPage())
    await inOtherTab.visit()
    await expect(inOtherTab.askAgain).toBeVisible()
    await page.reload()
    await askAgain.click()
    await expect(
      main.getByRole('heading', { name: words('shop_bought_title', { name: 'Camo Deer Isle' }) }),
    ).toBeVisible()
    await expect(askAgain).toBeHidden()
    await expect(inOtherTab.askAgain).toBeHidden()
    await expect(badge(600)).toBeVisible()
    expect(await staff.balanceOf(steamId)).toBe(600)
  })

  test('items that do not load say so, and load at the second try', async ({ page }) => {
    const { words, main } = customer(page)
    // An event stream that opens late would refetch the items before the press.
    await holdEvents(page)
    await page.route('**/api/shop-items', (route) => route.abort())
    await openByLink(page, words, 'section_skin_shop')
    await expect(main.getByText(words('shop_failed_title'))).toBeVisible()
    await expectNoViolations(page, 'skin shop that did not load')
    await page.unroute('**/api/shop-items')
    await page.route('**/api/shop-items', (route) => route.fulfill({ json: [] }))
    await main.getByRole('button', { name: words('retry') }).click()
    await expect(main.getByText(words('shop_empty_title'))).toBeVisible()
    await expect(main.getByRole('link', { name: words('shop_reskin_link') })).toHaveAttribute(
      'href',
      '/donation/reskin',
    )
  })
})

function fail(message: string): never {
  throw new Error(message)
}
