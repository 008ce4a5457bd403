import type { BrowserContext, Cookie, Page } from '@playwright/test'
import { createSandboxControl } from '../sandbox-control.ts'
import { chooseLanguage } from './buyer.ts'
import { expect, test } from './fixtures.ts'
import { bar, heading, toasts } from './frame-parts.ts'
import { wordsOf, type Words } from './words.ts'

const player = 'Crystal Hunter'
const french = wordsOf('fr')

for (const language of ['fr', 'ru'] as const) {
  test(`a player signs in and out in ${language}`, async ({ page, context, product }) => {
    const words = wordsOf(language)
    await chooseLanguage(context, product.origin, language)
    const addresses: string[] = []
    page.on('framenavigated', (frame) => addresses.push(frame.url()))
    await page.goto('/')
    await signInButton(page, words).click()
    const letSessionThrough = await holdSession(page)
    await decideAtDiscord(page, 'Authorize')
    await expect(page).toHaveURL('/auth/callback')
    await expect(heading(page)).toHaveText(words('auth_callback_pending'))
    const avatar = page.waitForResponse((response) => response.url().includes('/avatars/'))
    letSessionThrough()

    await expect(page).toHaveURL('/')
    await expect(toasts(page, words)).toContainText(
      words('session_welcome_title', { name: player }),
    )
    await expect(nameInBar(page, words)).toBeVisible()
    expect((await avatar).ok()).toBe(true)
    await expectSessionOutOfReach(page, addresses)
    await page.reload()
    await expect(nameInBar(page, words)).toBeVisible()

    await bar(page, words)
      .getByRole('button', { name: words('nav_sign_out') })
      .click()
    await expect(toasts(page, words)).toContainText(words('session_goodbye_title'))
    await expect(signInButton(page, words)).toBeVisible()
    await page.reload()
    await expect(signInButton(page, words)).toBeVisible()
    await expect(nameInBar(page, words)).toBeHidden()
  })
}

test('the sign-in page has one button, and a double click starts one sign-in', async ({ page }) => {
  const starts: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/sign-in/social')) starts.push(request.url())
  })
  await page.goto('/login')
  const buttons = page.getByRole('main').getByRole('button')
  await expect(buttons).toHaveCount(1)
  await expect(buttons).toHaveText('Se connecter avec Discord')
  await buttons.dblclick()
  await expect(page.getByRole('button', { name: 'Authorize' })).toBeVisible()
  expect(starts).toHaveLength(1)
})

for (const language of ['fr', 'ru'] as const) {
  test(`who cancels at Discord is told so in ${language}, and may try again`, async ({
    page,
    context,
    product,
  }) => {
    const words = wordsOf(language)
    await chooseLanguage(context, product.origin, language)
    await page.goto('/')
    await signInButton(page, words).click()
    await decideAtDiscord(page, 'Cancel')
    await seesFailure(page, words)
    await expect(page.getByText(words('login_cancelled'))).toBeVisible()
    await page.getByRole('button', { name: words('login_button') }).click()
    await expect(page.getByRole('button', { name: 'Authorize' })).toBeVisible()
  })
}

test('the specified French texts of a failed sign-in', async ({ page }) => {
  await page.goto('/login?error=made_up')
  const messages = toasts(page, french)
  await expect(messages.getByText('Erreur de connexion')).toBeVisible()
  await expect(messages.getByText('La connexion avec Discord a échoué')).toBeVisible()
})

test('the page after Discord, opened without a session, leads to the sign-in page', async ({
  page,
}) => {
  await page.goto('/auth/callback')
  await seesFailure(page, french)
})

test('Discord is down: nothing is half done, and the next try works', async ({
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
  await signIn(page)
})

test.describe('our own server does not answer', () => {
  test.use({ expectedTroubles: [/ERR_FAILED/] })

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

  test('when a player signs out: the session stays, and the page says so', async ({ page }) => {
    await page.goto('/')
    await signIn(page)
    await page.route('**/api/auth/sign-out', (route) => route.abort())
    await page.getByRole('button', { name: 'Déconnexion' }).click()
    await seesUnexpectedError(page)
    await expect(nameInBar(page, french)).toBeVisible()
  })
})

test('a name full of markup is text', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('main').getByRole('button').click()
  await page.getByRole('radio', { name: 'mallory' }).check()
  await decideAtDiscord(page, 'Authorize')
  await expect(bar(page, french)).toContainText('<img src=x onerror=alert(1)>')
})

/** The menu for narrow screens has the name as well, closed. */
function nameInBar(page: Page, words: Words) {
  return bar(page, words)
    .getByTitle(words('nav_signed_in_as', { name: player }))
    .filter({ visible: true })
}

function signInButton(page: Page, words: Words) {
  return bar(page, words).getByRole('button', { name: words('nav_sign_in'), exact: true })
}

async function decideAtDiscord(page: Page, decision: 'Authorize' | 'Cancel'): Promise<void> {
  await page.getByRole('button', { name: decision }).click()
}

/** Our answer who is signed in waits until the returned function is called. */
async function holdSession(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<undefined>()
  await page.route('**/api/session', async (route) => {
    await held.promise
    await route.continue()
  })
  return () => held.resolve(undefined)
}

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

async function signIn(page: Page): Promise<void> {
  await signInButton(page, french).click()
  await decideAtDiscord(page, 'Authorize')
  await expect(nameInBar(page, french)).toBeVisible()
}

async function findSessionCookie(context: BrowserContext): Promise<Cookie | undefined> {
  const cookies = await context.cookies()
  return cookies.find(({ name }) => name.includes('session'))
}

/** In a cookie for the server alone: not in storage, and in none of the addresses of the way. */
async function expectSessionOutOfReach(page: Page, addresses: readonly string[]): Promise<void> {
  const session = await findSessionCookie(page.context())
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  const [token = ''] = decodeURIComponent(session?.value ?? '').split('.')
  expect(token.length).toBeGreaterThan(20)
  const readable = await page.evaluate(() =>
    JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }]),
  )
  expect(readable).not.toContain(token)
  expect(addresses.join('\n')).toContain('/auth/callback')
  expect(addresses.join('\n')).not.toContain(token)
}
