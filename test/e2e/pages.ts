import type { Page, Response } from '@playwright/test'
import { findRoute, routes } from '#web/app/routes.tsx'

/** Screens of one module that differ by more than their texts. */
const screensOfTheirOwn = new Set([
  '/donation/clan-color-tag',
  '/donation/reskin',
  '/donation/reskin/gear-type',
  '/donation/reskin/weapon',
])

/** The address of every page of the site. */
export const allPages: readonly string[] = routes.map(({ path }) => path)

/** The addresses whose page is yet to be built. */
export const comingSoonPages = allPages.filter(
  (path) => screenOf(path) === screenOf('/coming-soon'),
)

/** One address of every screen, for checks to which the others of the same screen add nothing. */
export const differentPages: readonly string[] = [
  ...new Map(allPages.toReversed().map((path) => [screenOf(path), path])).values(),
].toReversed()

/** Leads on to the cart by itself while that is empty; looked at where it has an item. */
const checkoutPage = '/checkout'

/** Leads on to the packs by itself without a payment to look at. */
const paymentResultPage = '/krypto-success'

/** Leads on to the list by itself without a listing of the visitor's own. */
const editPage = '/team/edit/:id'

/** Opens a page. Where there is nothing to show on it, another one takes its place. */
export async function openPage(page: Page, path: string): Promise<Response | null> {
  const response = await page.goto(path)
  if (path === checkoutPage) await page.waitForURL('/cart')
  if (path === paymentResultPage) await page.waitForURL('/krypto-points')
  if (path === editPage) await page.waitForURL('/team')
  return response
}

export const unknownPage = '/nothing/here'

/** Its document is answered 404; anything else that is missing remains a trouble. */
export const unknownPageTrouble = new RegExp(`404.*${unknownPage}\\)?$`)

/** Routes that load the same module say so in the same words. */
function screenOf(path: string): string {
  return screensOfTheirOwn.has(path) ? path : String(findRoute(path).load)
}
