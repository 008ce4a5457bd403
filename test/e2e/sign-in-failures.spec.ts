import type { Page } from '@playwright/test'
import { createSandboxControl } from '#test/sandbox-control.ts'
import { chooseLanguage } from './buyer.ts'
import {
  decideAtDiscord,
  findSessionCookie,
  nameInBar,
  signInButton,
  signInByRequests,
} from './discord-sign-in.ts'
import { expect, test } from './fixtures.ts'
import { toasts } from './frame-parts.ts'
import { wordsOf, type Words } from './words.ts'

const french = wordsOf('fr')

test('a sign-in cancelled at Discord says so and can be tried again', async ({ page, product }) => {
  const words = wordsOf('ru')
  await chooseLanguage(page.context(), product.origin, 'ru')
  await page.goto('/')
  await signInButton(page, words).click()
  await decideAtDiscord(page, 'Cancel')
  await seesFailure(page, words)
  await expect(page.getByText(words('login_cancelled'))).toBeVisible()
  await page.getByRole('button', { name: words('login_button') }).click()
  await expect(page.getByRole('button', { name: 'Authorize' })).toBeVisible()
})

test('the page says that a sign-in failed or ended without a session', async ({ page }) => {
  await page.goto('/login?error=made_up')
  const messages = toasts(page, french)
  await expect(messages.getByText('Erreur de connexion')).toBeVisible()
  await expect(messages.getByText('La connexion avec Discord a échoué')).toBeVisible()
  await page.goto('/auth/callback')
  await seesFailure(page, french)
})

test('while Discord is down nothing changes, and the next sign-in works', async ({
  page,
  context,
  product,
}) => {
  const sandbox = createSandboxControl(product.sandboxOrigin)
  await page.goto('/')
  for (const fault of [
    { kind: '500', path: '/api/oauth2/token' },
    { kind: 'reset', path: '/api/v10/users' },
  ]) {
    await signInButton(page, french).click()
    await sandbox.fail({ provider: 'discord', ...fault })
    await decideAtDiscord(page, 'Authorize')
    await seesFailure(page, french)
    expect(await findSessionCookie(context)).toBeUndefined()
    await page.goto('/')
  }
  await signInButton(page, french).click()
  await decideAtDiscord(page, 'Authorize')
  await expect(nameInBar(page, french)).toBeVisible()
})

test.describe('our own server does not answer', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test('when a sign-in starts: the button says so and stays', async ({ page }) => {
    await page.goto('/')
    await page.route('**/api/auth/sign-in/social', (route) => route.abort())
    await signInButton(page, french).click()
    await seesUnexpectedError(page)
    await page.unrouteAll()
    await signInButton(page, french).click()
    await expect(page.getByRole('button', { name: 'Authorize' })).toBeVisible()
  })

  test('when the player comes back from Discord: the sign-in page says so', async ({ page }) => {
    await page.goto('/')
    await signInButton(page, french).click()
    await expect(page.getByRole('button', { name: 'Authorize' })).toBeVisible()
    await page.route('**/api/session', (route) => route.abort())
    await decideAtDiscord(page, 'Authorize')
    await expect(page).toHaveURL('/login')
    await seesUnexpectedError(page)
    await page.unrouteAll()
    await page.reload()
    await expect(nameInBar(page, french)).toBeVisible()
  })

  test('when a player signs out: the session stays, and the page says so', async ({
    page,
    context,
  }) => {
    await signInByRequests(context, 'hunter')
    await page.goto('/')
    await page.route('**/api/auth/sign-out', (route) => route.abort())
    await page.getByRole('button', { name: 'Déconnexion' }).click()
    await seesUnexpectedError(page)
    await expect(nameInBar(page, french)).toBeVisible()
  })
})

async function seesFailure(page: Page, words: Words): Promise<void> {
  await expect(page).toHaveURL(/\/login\?error=/)
  await expect(toasts(page, words)).toContainText(words('session_failed_title'))
  await expect(toasts(page, words)).toContainText(words('session_failed_text'))
  await expect(page.getByRole('main').getByText(words('session_failed_title'))).toBeVisible()
}

async function seesUnexpectedError(page: Page): Promise<void> {
  await expect(toasts(page, french).getByText('Erreur', { exact: true })).toBeVisible()
  await expect(toasts(page, french).getByText('Une erreur est survenue')).toBeVisible()
}
