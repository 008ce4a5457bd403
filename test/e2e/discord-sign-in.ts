import type { BrowserContext, Cookie, Locator, Page } from '@playwright/test'
import { z } from 'zod'
import { decideAtDiscord as decideByRequest, type PlayerName } from '#test/sign-in.ts'
import { bar } from './frame-parts.ts'
import type { Words } from './words.ts'

/** The account that Discord's page offers first. */
export const player = 'Crystal Hunter'

/** The menu for narrow screens has the name as well, closed. */
export function nameInBar(page: Page, words: Words): Locator {
  return bar(page, words)
    .getByTitle(words('nav_signed_in_as', { name: player }))
    .filter({ visible: true })
}

export function signInButton(page: Page, words: Words): Locator {
  return bar(page, words).getByRole('button', { name: words('nav_sign_in'), exact: true })
}

/** Signs a browser in without its pages, for journeys about something else. */
export async function signInByRequests(
  { request }: BrowserContext,
  name: PlayerName,
): Promise<void> {
  const started = await request.post('/api/auth/sign-in/social', {
    data: { provider: 'discord', callbackURL: '/auth/callback', errorCallbackURL: '/login' },
  })
  const { url } = z.object({ url: z.string() }).parse(await started.json())
  await request.get(await decideByRequest(new URL(url), name), { maxRedirects: 0 })
}

/** Presses a button on Discord's page. */
export async function decideAtDiscord(page: Page, decision: 'Authorize' | 'Cancel'): Promise<void> {
  await page.getByRole('button', { name: decision }).click()
}

/** The page after Discord gets our answer only when the returned function is called. */
export async function holdAuthCallback(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<undefined>()
  await page.route('**/api/session', async (route) => {
    await held.promise
    await route.continue()
  })
  return () => held.resolve(undefined)
}

export async function findSessionCookie(context: BrowserContext): Promise<Cookie | undefined> {
  const cookies = await context.cookies()
  return cookies.find(({ name }) => name.includes('session'))
}
