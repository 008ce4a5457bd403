import type { Page } from '@playwright/test'
import { clickTwice } from './click-twice.ts'
import {
  decideAtDiscord,
  findSessionCookie,
  holdAuthCallback,
  nameInBar,
  player,
  signInButton,
  signInByRequests,
} from './discord-sign-in.ts'
import { expect, test } from './fixtures.ts'
import { bar, heading, toasts } from './frame-parts.ts'
import { wordsOf } from './words.ts'

test('a player signs in and out @translated', async ({ page }) => {
  const words = wordsOf('fr')
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  await page.goto('/')
  await signInButton(page, words).click()
  const letSessionThrough = await holdAuthCallback(page)
  await decideAtDiscord(page, 'Authorize')
  await expect(page).toHaveURL('/auth/callback')
  await expect(heading(page)).toHaveText(words('auth_callback_pending'))
  const avatar = page.waitForResponse((response) => response.url().includes('/avatars/'))
  letSessionThrough()

  await expect(page).toHaveURL('/')
  await expect(toasts(page, words)).toContainText(words('session_welcome_title', { name: player }))
  await expect(nameInBar(page, words)).toBeVisible()
  expect((await avatar).ok()).toBe(true)
  await expectSessionOutOfReach(page, addresses)
  await page.reload()
  await expect(nameInBar(page, words)).toBeVisible()

  await bar(page, words)
    .getByRole('button', { name: words('nav_sign_out') })
    .press('Enter')
  await expect(toasts(page, words)).toContainText(words('session_goodbye_title'))
  await expect(signInButton(page, words)).toBeFocused()
  await page.reload()
  await expect(signInButton(page, words)).toBeVisible()
  await expect(nameInBar(page, words)).toBeHidden()
})

test('a tab notices on return that the player signed out in another', async ({ page, context }) => {
  const words = wordsOf('fr')
  await signInByRequests(context, 'hunter')
  await page.goto('/')
  await expect(nameInBar(page, words)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/rules')
  await bar(other, words)
    .getByRole('button', { name: words('nav_sign_out') })
    .click()
  await expect(signInButton(other, words)).toBeVisible()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(signInButton(page, words)).toBeVisible()
})

test('the sign-in page has one button, and a double click starts one sign-in', async ({ page }) => {
  const starts: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/sign-in/social')) starts.push(request.url())
  })
  await page.goto('/login')
  const buttons = page.getByRole('main').getByRole('button')
  await expect(buttons).toHaveCount(1)
  await expect(buttons).toHaveText('Se connecter avec Discord')
  await clickTwice(buttons)
  await expect(page.getByRole('button', { name: 'Authorize' })).toBeVisible()
  expect(starts).toHaveLength(1)
})

test('a name full of markup is text', async ({ page, context }) => {
  await signInByRequests(context, 'mallory')
  await page.goto('/')
  await expect(bar(page, wordsOf('fr'))).toContainText('<img src=x onerror=alert(1)>')
})

/** Only in an HttpOnly cookie: not in storage, and in no address on the way. */
async function expectSessionOutOfReach(page: Page, addresses: readonly string[]): Promise<void> {
  const session = await findSessionCookie(page.context())
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  const [token = ''] = decodeURIComponent(session?.value ?? '').split('.')
  expect(token.length).toBeGreaterThan(20)
  const readable = await page.evaluate(() =>
    JSON.stringify([document.cookie, localStorage, sessionStorage]),
  )
  expect(readable).not.toContain(token)
  expect(addresses.join('\n')).toContain('/auth/callback')
  expect(addresses.join('\n')).not.toContain(token)
}
