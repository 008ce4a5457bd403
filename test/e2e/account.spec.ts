import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { newSteamId } from '#test/factories/ledger.ts'
import { expectNoViolations } from './axe.ts'
import { buyByRequests, chooseLanguage } from './buyer.ts'
import {
  decideAtDiscord,
  nameInBar,
  player,
  signInButton,
  signInByRequests,
} from './discord-sign-in.ts'
import { expect, test } from './fixtures.ts'
import { bar, heading, toasts } from './frame-parts.ts'
import { watchLayoutShifts } from './layout-shifts.ts'
import { expectNoSideways } from './measures.ts'
import { skinStaff } from './skin-shop-staff.ts'
import { wordsOf } from './words.ts'

const french = wordsOf('fr')
const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, key: string) => main(page).getByRole('button', { name: french(key) })
const steamIdField = (page: Page) =>
  page.getByLabel(french('player_steam_id'), { exact: false }).first()
const hunterSteamId = '76561198006409531'

/** At Steam, as the account that its page offers first. */
async function signInAtSteam(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /Crystal Hunter/ }).check()
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('a sign-in returns to the page where it was pressed', async ({ page }) => {
  await page.goto('/team?search=guitar')
  await signInButton(page, french).click()
  // They change their mind, and try again on the page that explains it, once it works.
  const listens = page.waitForResponse('**/api/events*')
  await decideAtDiscord(page, 'Cancel')
  await expect(page).toHaveURL(/\/login\?error=/)
  await listens
  await button(page, 'login_button').click()
  await decideAtDiscord(page, 'Authorize')
  await expect(page).toHaveURL('/team?search=guitar')
  await expect(nameInBar(page, french)).toBeVisible()

  await page.goto('/login')
  await expect(page).toHaveURL('/')
})

test('Steam fills in its ID in the dialog of a pack, and keeps what was typed', async ({
  page,
}) => {
  await page.goto('/krypto-points')
  await main(page).getByRole('button', { name: /4,99/ }).first().click()
  await dialog(page).getByLabel(french('player_discord')).fill('wolf.fang')
  await fillInButton(page).click()
  await signInAtSteam(page)
  await expect(page).toHaveURL('/krypto-points')
  await expect(steamIdField(page)).toHaveValue(hunterSteamId)
  await expect(dialog(page).getByLabel(french('player_discord'))).toHaveValue('wolf.fang')
  await expect(dialog(page).getByText(player)).toBeVisible()
  await expectNoViolations(page, 'a pack with the profile of its Steam ID')

  // Once: a reload opens nothing and fills in nothing new.
  await page.reload()
  await expect(heading(page)).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
})

function fillInButton(page: Page) {
  return dialog(page).getByRole('button', { name: french('steam_fill_in_button') })
}

test('Steam fills in its ID in the skin shop and in the wallet', async ({ page, product }) => {
  const staff = await skinStaff(product, '10.77.1.1')
  const name = `Steam crystal ${newSteamId()}`
  await staff.sell(name, 100)
  await page.goto('/shop')
  // As assistive technology presses it.
  await main(page)
    .getByRole('button', { name: `Hold to Buy ${name}` })
    .evaluate((element: HTMLElement) => element.click())
  await fillInButton(page).click()
  await signInAtSteam(page)
  await expect(page).toHaveURL('/shop')
  await expect(dialog(page)).toContainText(name)
  await expect(steamIdField(page)).toHaveValue(hunterSteamId)

  await page.goto('/wallet')
  await button(page, 'steam_fill_in_button').click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/wallet')
  await expect(toasts(page, french)).toContainText(french('steam_fill_in_cancelled'))
  await button(page, 'steam_fill_in_button').click()
  await signInAtSteam(page)
  await expect(steamIdField(page)).toHaveValue(hunterSteamId)
  await expect(main(page).getByText(player)).toBeVisible()
})

test('a long name does not make the account wider than the window', async ({ page, context }) => {
  await signInByRequests(context, 'mallory')
  await page.goto('/account')
  await expect(main(page).getByText('mallory.0')).toBeVisible()
  await expectNoSideways(page, 'account')
})

test('a player sees their account, downloads their data and deletes it', async ({
  page,
  context,
  product,
}) => {
  await signInByRequests(context, 'plain')
  const steamId = newSteamId()
  await buyByRequests(context, product, { steamId, discordUsername: 'sable' })
  await page.goto('/rules')
  await accountLink(page).click()
  await expect(heading(page)).toHaveText(french('account_title'))
  await expect(main(page).getByText('Priority Queue').first()).toBeVisible()
  await expect(main(page).getByRole('link', { name: french('account_perks_link') })).toBeVisible()
  await expectNoViolations(page, 'the account')

  const downloading = page.waitForEvent('download')
  await button(page, 'account_download').click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  const { data } = z
    .object({ data: z.record(z.string(), z.array(z.unknown())) })
    .parse(JSON.parse(file))
  expect(data['orders']).toMatchObject([{ steam_id: steamId, discord_username: 'sable' }])

  await button(page, 'account_delete').click()
  await expect(dialog(page)).toContainText(french('account_delete_kept_orders'))
  await expectNoViolations(page, 'the dialog of the deletion')
  await dialog(page)
    .getByRole('button', { name: french('account_delete_cancel') })
    .last()
    .click()
  await expect(accountLink(page)).toBeVisible()
  await button(page, 'account_delete').click()
  await dialog(page)
    .getByRole('button', { name: french('account_delete_confirm') })
    .click()
  await expect(page.getByRole('heading', { name: french('account_deleted_title') })).toBeVisible()
  await dialog(page)
    .getByRole('link', { name: french('account_deleted_home') })
    .click()
  await expect(page).toHaveURL('/')
  await expect(signInButton(page, french)).toBeVisible()
  await page.goto('/orders')
  await expect(main(page).getByText(french('orders_empty_title'))).toBeVisible()
})

/** The player's name in the bar. */
function accountLink(page: Page) {
  return bar(page, french).getByRole('link', { name: 'lesnik_89' })
}

test('a sign-out on the account page shows a toast, and keeps the focus there', async ({
  page,
  context,
}) => {
  await signInByRequests(context, 'plain')
  await page.goto('/account')
  await button(page, 'nav_sign_out').click()
  await expect(toasts(page, french)).toContainText(french('session_goodbye_title'))
  await expect(main(page).getByText(french('account_visitor_text'))).toBeVisible()
  await expect(main(page).locator(':focus')).toHaveCount(1)
})

test('a visitor sees what this browser has, and can sign in', async ({
  page,
  context,
  product,
}) => {
  await chooseLanguage(context, product.origin, 'ru')
  const russian = wordsOf('ru')
  await buyByRequests(context, product, { steamId: newSteamId() })
  await page.setViewportSize({ width: 390, height: 844 })
  const shift = await watchLayoutShifts(page)
  await page.goto('/account')
  await expect(main(page).getByText(russian('account_visitor_text'))).toBeVisible()
  await expect(main(page).getByText('Priority Queue').first()).toBeVisible()
  expect(await shift()).toBeLessThan(0.05)
  await expectNoViolations(page, 'the account of a visitor')
})
