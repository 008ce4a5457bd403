import '#test/pages-site.ts'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Response } from '@playwright/test'
import { documentKinds, paths } from '#contract/paths.ts'
import { findRoute, routes } from '#web/app/routes.tsx'

/** Screens of the same module whose difference is more than texts. */
const screensOfTheirOwn = new Set([
  '/donation/clan-color-tag',
  '/donation/reskin',
  '/donation/reskin/gear-type',
  '/donation/reskin/weapon',
])

/** The pages of texts, of which the routes have one for each kind. */
const documentPages = documentKinds.flatMap((kind) =>
  readdirSync(join(import.meta.dirname, '../../content', kind)).map((slug) =>
    paths.document(kind, slug),
  ),
)

/** The address of every page of the site. */
export const allPages: readonly string[] = [
  ...routes()
    .map(({ path }) => path)
    .filter((path) => !path.endsWith(':slug')),
  ...documentPages,
]

/** The addresses whose page is yet to be built. */
export const comingSoonPages = allPages.filter(
  (path) => screenOf(path) === screenOf('/coming-soon'),
)

/** One address of every screen, for checks that need only one page of each. */
export const differentPages: readonly string[] = [
  ...new Map(allPages.toReversed().map((path) => [screenOf(path), path])).values(),
].toReversed()

/** Redirects to the cart while that is empty; checked with an item in it. */
const checkoutPage = '/checkout'

/** Redirects to the packs when there is no payment to show. */
const paymentResultPage = '/krypto-success'

/** Redirects to the list when the visitor has no listing of their own. */
const editPage = '/team/edit/:id'

/** Opens a page. One that has nothing to show redirects to another. */
export async function openPage(page: Page, path: string): Promise<Response | null> {
  if (path === '/') return openHomePage(page)
  const response = await page.goto(path)
  if (path === checkoutPage) await page.waitForURL('/cart')
  if (path === paymentResultPage) await page.waitForURL('/krypto-points')
  if (path === editPage) await page.waitForURL('/team')
  return response
}

/** Opens the landing page with its lower half, which loads when the visitor comes near it. */
export async function openHomePage(page: Page): Promise<Response | null> {
  const response = await page.goto('/')
  await page.mouse.wheel(0, 1000)
  await page.locator('#offers').waitFor()
  return response
}

export const unknownPage = '/nothing/here'

/** Its document has the status 404; any other missing file remains an error. */
export const unknownPageError = new RegExp(`404.*${unknownPage}\\)?$`)

/** Routes with the same module have the same source text for loading it. */
function screenOf(path: string): string {
  return screensOfTheirOwn.has(path) ? path : String(findRoute(path).load)
}
