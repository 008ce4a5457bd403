import type { Browser, Locator, Page } from '@playwright/test'
import { formatKr } from '#web/i18n/format.ts'
import { expectNoViolations } from './axe.ts'
import { buyPack, chooseLanguage } from './buyer.ts'
import { player, signInByRequests } from './discord-sign-in.ts'
import { expect, test } from './fixtures.ts'
import { heading } from './frame-parts.ts'
import { holdEvents } from './hold-events.ts'
import { waitForHydration } from './hydration.ts'
import {
  answerWallet,
  everyLine,
  refuse,
  rememberSteamId,
  shownSteamId,
  skins,
} from './wallet-views.ts'
import { wordsOf } from './words.ts'

const french = wordsOf('fr')
const wide = { width: 1440, height: 900 }
const main = (page: Page): Locator => page.getByRole('main')
const linkSteam = (page: Page): Locator =>
  main(page)
    .getByRole('button', { name: french('steam_claim_button') })
    .first()

test('a player links Steam, and their balance is closed to everybody else', async ({
  page,
  browser,
  product,
}) => {
  await page.setViewportSize(wide)
  await page.goto('/wallet')
  await expect(main(page).getByText(french('wallet_unknown_text'))).toBeVisible()
  await expect(main(page).getByRole('button', { name: french('orders_sign_in') })).toBeVisible()
  await signInByRequests(page.context(), 'hunter')

  // They change their mind first.
  await page.goto('/wallet')
  await linkSteam(page).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(french('steam_claim_cancelled_title'))).toBeVisible()
  await expect(page).toHaveURL(`${product.origin}/wallet`)

  await linkSteam(page).click()
  await page.getByRole('radio', { name: /Crystal Hunter/ }).check()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText(french('steam_claim_done_title'))).toBeVisible()
  await expect(page).toHaveURL(`${product.origin}/wallet`)
  const claims = main(page).getByRole('list', { name: french('steam_claims_label') })
  await expect(claims).toContainText(`${player}${shownSteamId}`)
  await expect(main(page).getByText(french('wallet_empty_title'))).toBeVisible()
  await expectNoViolations(page, 'a claimed wallet')

  // Shown once.
  await page.reload()
  await expect(claims).toBeVisible()
  await expect(page.getByText(french('steam_claim_done_title'))).toBeHidden()
  await expectLockedForOthers(browser, product.origin)
})

async function expectLockedForOthers(browser: Browser, origin: string): Promise<void> {
  const elsewhere = await browser.newContext({ baseURL: origin, viewport: wide })
  waitForHydration(elsewhere)
  const stranger = await elsewhere.newPage()
  await stranger.goto('/wallet')
  await stranger.getByLabel(french('player_steam_id')).fill('[U:1:46143803]')
  await stranger.getByRole('button', { name: french('wallet_look_button') }).click()
  await expect(stranger.locator(':focus')).toContainText(french('wallet_locked_text'))
  await expect(stranger.getByText(french('wallet_locked_visitor'))).toBeVisible()
  await expect(stranger.getByText(french('wallet_lines_title'))).toBeHidden()
  await expectNoViolations(stranger, 'a locked wallet')

  // The field is ready for the next one, and shows no error although it is empty.
  await stranger.getByLabel(french('player_steam_id')).fill('76561198006409620')
  await stranger.getByRole('button', { name: french('wallet_look_button') }).click()
  const account = french('wallet_account', { steamId: '76561198006409620' })
  await expect(main(stranger).getByText(account)).toBeVisible()
  await expect(main(stranger).getByText(french('wallet_locked_text'))).toBeVisible()
  await expect(stranger.getByLabel(french('player_steam_id'))).toHaveValue('')
  await expect(stranger.getByText(french('player_steam_id_empty'))).toBeHidden()
  await elsewhere.close()
}

test('every kind of line and skin has its words, and the longest fit', async ({
  page,
  product,
}) => {
  const words = wordsOf('ru')
  await chooseLanguage(page.context(), product.origin, 'ru')
  await rememberSteamId(page, shownSteamId)
  await answerWallet(page, { lines: everyLine, skins, claims: { claimRequired: true } })
  await page.goto('/wallet')
  const lines = main(page)
    .getByRole('list', { name: words('wallet_lines_label') })
    .getByRole('listitem')
  await expect(lines).toHaveCount(everyLine.length)
  const [texts] = [await lines.allTextContents()]
  for (const [index, key] of lineKeys.entries()) expect(texts[index]).toContain(words(key))
  expect(texts.at(-3)).toContain(words('wallet_line_skin', { name: 'Toxic Mosin' }))
  expect(texts.at(-3)).toContain(words('wallet_minus', { amount: formatKr(250) }))
  expect(texts[4]).toContain('Credited twice by mistake')
  expect(texts.join()).not.toContain('Admin added')

  await expect(page.getByText(words('wallet_negative_title'))).toBeVisible()
  await expect(page.getByText(words('steam_claim_required_title'))).toBeVisible()
  await expect(page.getByText(words('wallet_skins_next_text'))).toBeVisible()
  await expect(page.getByText(words('wallet_skin_waiting'), { exact: true })).toHaveCount(1)
  await expect(page.getByText(words('wallet_skin_in_progress'), { exact: true })).toHaveCount(1)
  await expect(page.getByRole('link', { name: /Jade helmet/ })).toBeVisible()
  await expectNoViolations(page, 'a wallet')
  await page.setViewportSize({ width: 320, height: 800 })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(320)
})

/** Newest first, except the two packs and the skin. */
const lineKeys = [
  'wallet_line_refund_undone',
  'wallet_line_refund',
  'wallet_line_dispute_won',
  'wallet_line_dispute',
  'wallet_line_correction',
  'wallet_line_gift',
]

test('a button loads older lines, and the keyboard continues there', async ({ page }) => {
  await rememberSteamId(page, shownSteamId)
  await answerWallet(page, {})
  await page.route('**/api/krypto-transactions/**', (route) => {
    const isOlder = new URL(route.request().url()).searchParams.get('cursor') === '5'
    const transactions = isOlder ? everyLine.slice(5) : everyLine.slice(0, 5)
    return route.fulfill({
      json: { balance: 10, transactions, nextCursor: isOlder ? null : '5' },
    })
  })
  await page.goto('/wallet')
  const lines = main(page)
    .getByRole('list', { name: french('wallet_lines_label') })
    .getByRole('listitem')
  await expect(lines).toHaveCount(5)
  const older = page.getByRole('button', { name: french('wallet_older') })
  await older.focus()
  await page.keyboard.press('Enter')
  await expect(lines).toHaveCount(everyLine.length)
  await expect(lines.nth(5)).toBeFocused()
  await expect(older).toBeHidden()
})

test('a new line comes by itself', async ({ page, context, product }) => {
  const steamId = '76561198033333333'
  await buyPack(context, product, steamId)
  await rememberSteamId(page, steamId)
  await page.goto('/wallet')
  await expect(main(page).getByText(french('wallet_part'))).toBeVisible()
  await expect(main(page).getByText(french('wallet_line_bonus'))).toHaveCount(1)
  await buyPack(context, product, steamId)
  await expect(main(page).getByText(french('wallet_line_bonus'))).toHaveCount(2)
  await expect(heading(page)).toHaveText(french('wallet_title'))
})

test('a claim that was taken over says what to do', async ({ page }) => {
  await answerWallet(page, { claims: { signedIn: true } })
  for (const outcome of ['expired', 'unavailable', 'failed']) {
    await page.goto(`/wallet?claim=${outcome}`)
    await expect(page.getByText(french(`steam_claim_${outcome}_text`))).toBeVisible()
    await expect(page).toHaveURL(/\/wallet$/)
  }
  await page.goto('/wallet?claim=%3Cscript%3E')
  await expect(page).toHaveURL(/\/wallet$/)
  await expect(main(page).getByRole('status')).toHaveCount(0)
})

test.describe('a wallet that cannot be loaded', () => {
  test.use({ expectedErrors: [/500|429|403|ERR_FAILED|ERR_INTERNET_DISCONNECTED/] })

  test('comes with the next try', async ({ page }) => {
    // An event stream that opens late would refetch the lines before the press.
    await holdEvents(page)
    await rememberSteamId(page, shownSteamId)
    await answerWallet(page, { claims: { signedIn: true } })
    await page.route('**/api/krypto-transactions/*', (route) =>
      refuse(route, 'internal_error', 500),
    )
    await page.goto('/wallet')
    await expect(page.getByText(french('wallet_failed_title'))).toBeVisible()
    await expectNoViolations(page, 'a wallet that failed')
    await answerWallet(page, { lines: everyLine, skins, claims: { signedIn: true } })
    await page.getByRole('button', { name: french('retry') }).click()
    await expect(page.getByText(french('wallet_lines_title'))).toBeVisible()

    await page.route('**/api/steam-claims', (route) => refuse(route, 'rate_limited', 429))
    await linkSteam(page).click()
    await expect(page.getByText(french('steam_claim_not_started'))).toBeVisible()
  })

  test('comes by itself once the network is back', async ({ page, context }) => {
    await rememberSteamId(page, shownSteamId)
    await answerWallet(page, { lines: everyLine })
    await page.goto('/wallet')
    await main(page)
      .getByRole('link', { name: french('orders_title') })
      .click()
    const toWallet = page.getByRole('link', { name: french('wallet_from_orders_link') })
    await expect(toWallet).toBeVisible()
    await page.unroute('**/api/krypto-transactions/*')
    await context.setOffline(true)
    await toWallet.click()
    await expect(page.getByText(french('wallet_failed_offline'))).toBeVisible()
    await answerWallet(page, { lines: everyLine })
    await context.setOffline(false)
    await expect(page.getByText(french('wallet_lines_title'))).toBeVisible()
  })

  test('says that the balance belongs to another account', async ({ page }) => {
    await rememberSteamId(page, shownSteamId)
    await answerWallet(page, { isLocked: true, claims: { signedIn: true } })
    await page.goto('/wallet')
    await expect(page.getByText(french('wallet_locked_player'))).toBeVisible()
    await expect(linkSteam(page)).toBeVisible()
    await expectNoViolations(page, 'a wallet that only its owner reads')
  })
})
