import type { Page, Request, Response } from '@playwright/test'
import { languages, type Language } from '#contract/language.ts'
import { paths } from '#contract/paths.ts'
import { escapeHtml } from '#web/app/renderer/document.ts'
import { expectNoViolations } from './axe.ts'
import { chooseLanguage, shopper } from './buyer.ts'
import { holdAuthCallback } from './discord-sign-in.ts'
import { expect, test } from './fixtures.ts'
import { bar, heading, menu } from './frame-parts.ts'
import {
  allWidths,
  expectRoomForFingers,
  expectRoomForFingersIn,
  expectWordsToFit,
} from './measures.ts'
import { barSnapshot } from './navigation-items.ts'
import {
  allPages,
  comingSoonPages,
  differentPages,
  openPage,
  unknownPage,
  unknownPageError,
} from './pages.ts'
import { wordsOf, type Words } from './words.ts'

// The watch over every journey fails these on console errors, CSP violations and failed requests.
test.use({
  expectedErrors: [unknownPageError],
  viewport: { width: 390, height: 900 },
})

/** The one with the longest words. Its pages get all checks. */
const measuredLanguage: Language = 'ru'
const otherLanguages = languages.filter((language) => language !== measuredLanguage)
/** Starts at the width at which pages are opened, and ends at that of the whole bar. */
const widthsFromPhone = [390, ...allWidths.filter((width) => width !== 390 && width !== 1440), 1440]
/** The tightest widths: the narrowest phone, and the narrowest screen with the whole bar. */
const tightWidths = [320, 1024]
/** One page of every screen: their documents are loaded in all languages. */
const loadedPages = new Set([...differentPages, unknownPage])

for (const [part, pages] of inParts(6).entries()) {
  test(`every page in ${measuredLanguage}, part ${part + 1} loads without errors, from us alone and accessible to all`, async ({
    page,
    context,
    product,
  }) => {
    const words = wordsOf(measuredLanguage)
    await chooseLanguage(context, product.origin, measuredLanguage)
    const requests = recordRequests(page)
    for (const path of pages) {
      await walkTo(page, path, measuredLanguage, async (response) => {
        expectStrictPolicy(response, path)
        await expectNoMotion(page, path)
        await expectNoViolations(page, path)
        await expectRoomForFingers(page, path, words)
        await expectWordsToFit(page, path, widthsFromPhone)
        await expectWholeBar(page, path, measuredLanguage, words)
        await page.setViewportSize({ width: 390, height: 900 })
      })
    }
    expectOnlyFrom(product.origin, requests, pages.length)
  })
}

for (const language of otherLanguages) {
  for (const [part, pages] of inParts(2).entries()) {
    test(`every page in ${language}, part ${part + 1} loads without errors, and its words fit`, async ({
      page,
      context,
      product,
    }) => {
      await chooseLanguage(context, product.origin, language)
      const requests = recordRequests(page)
      const widths = [...tightWidths]
      for (const path of pages) {
        // Each page begins at the width at which the one before it ended.
        widths.reverse()
        const walk = loadedPages.has(path) ? walkTo : followLinkTo
        await walk(page, path, language, () => expectWordsToFit(page, path, widths))
      }
      expectOnlyFrom(product.origin, requests, pages.length)
    })
  }

  test(`the bar is whole in ${language}, and the words of a cart and its checkout fit`, async ({
    page,
    context,
    product,
  }) => {
    await chooseLanguage(context, product.origin, language)
    const buyer = shopper(page, language)
    await page.goto('/donation')
    await expect(page).toHaveTitle(`${buyer.words('donation_title')} · KRYPTONIQUE`)
    await expectWholeBar(page, '/donation', language, buyer.words)
    await buyer.putIntoCart('clan-color-tag/3')
    await expect(page.getByRole('link', { name: buyer.words('cart_checkout') })).toBeVisible()
    await expectWordsToFit(page, 'cart', tightWidths)
    await buyer.fillCheckout()
    await expectWordsToFit(page, 'checkout', tightWidths)
  })
}

test('the checkout loads from us and PayPal only', async ({ page, product }) => {
  const requests = recordRequests(page)
  const buyer = shopper(page, 'fr')
  await buyer.fillCart()
  await buyer.fillCheckout()
  await buyer.payButton().click()
  await expect(buyer.paypalButton()).toBeVisible()
  const foreign = requests.filter((request) => !isFrom(product.origin, request))
  expect(foreign.length).toBeGreaterThan(0)
  expect(foreign.filter((request) => !isFrom(product.sandboxOrigin, request))).toEqual([])
})

test('the menu of a phone has room for fingers', async ({ page, context, product }) => {
  const words = wordsOf(measuredLanguage)
  await chooseLanguage(context, product.origin, measuredLanguage)
  await page.goto('/')
  await page.getByRole('button', { name: words('nav_menu'), exact: true }).click()
  await expectRoomForFingersIn(menu(page, words), 'menu')
})

/** The pages of the site in parts, each of which takes a test about ten seconds. */
function inParts(count: number): readonly (readonly string[])[] {
  const pages = [...allPages, unknownPage]
  const size = Math.ceil(pages.length / count)
  return Array.from({ length: count }, (_, part) => pages.slice(part * size, (part + 1) * size))
}

/** Opens a page, expects its `lang` to be the language, and checks it. */
async function walkTo(
  page: Page,
  path: string,
  language: Language,
  look: (response: Response | null) => Promise<void>,
): Promise<void> {
  // It redirects as soon as it has the session. The request is held only there: as long as any request is
  // held, the browser reloads everything for every page.
  if (path === paths.authCallback()) await holdAuthCallback(page)
  const response = await openPage(page, path)
  await expect.soft(page.getByRole('document'), path).toHaveAttribute('lang', language)
  if (new URL(page.url()).pathname === path) await expectOwnTitle(page, response, path)
  await expectOwnWords(page, path, language)
  await look(response)
  await page.unrouteAll()
}

/** Shows a page like a link on the one before it: without a document, which costs most of the time. */
async function followLinkTo(
  page: Page,
  path: string,
  language: Language,
  look: () => Promise<void>,
): Promise<void> {
  const html = await (await page.request.get(path)).text()
  await page.evaluate((address) => history.pushState(null, '', address), path)
  const [, title = ''] = /<title>([^<]+)</.exec(html) ?? []
  await expect.poll(async () => escapeHtml(await page.title()), { message: path }).toBe(title)
  await expectOwnWords(page, path, language)
  await look()
}

async function expectOwnWords(page: Page, path: string, language: Language): Promise<void> {
  const words = wordsOf(language)
  if (comingSoonPages.includes(path)) {
    await expect.soft(heading(page), path).toHaveText(words('coming_soon_title'))
  }
  if (!/^\/(?:legal|news)/.test(path)) return
  await expect.soft(page.getByText(words('documents_fallback_title')), path).toHaveCount(0)
  // Every placeholder is filled in.
  await expect.soft(page.getByRole('main'), path).not.toContainText(/[{}]/)
}

/** The page's scripts do not change the title of the document. */
async function expectOwnTitle(page: Page, response: Response | null, path: string): Promise<void> {
  const html = (await response?.text()) ?? ''
  expect.soft(html, path).toContain(`<title>${escapeHtml(await page.title())}</title>`)
}

async function expectWholeBar(
  page: Page,
  place: string,
  language: Language,
  words: Words,
): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.soft(bar(page, words), place).toMatchAriaSnapshot(barSnapshot(words, language))
}

async function expectNoMotion(page: Page, place: string): Promise<void> {
  expect.soft(await longestAnimationMs(page), place).toBeLessThanOrEqual(1)
  if (place !== paths.authCallback()) return
  // A waiting page turns a crystal: this shows that the check would detect motion.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect.poll(() => longestAnimationMs(page)).toBe(Infinity)
  await page.emulateMedia({ reducedMotion: 'reduce' })
}

/** Of the animations that run on the page now; Infinity for an endless one. */
function longestAnimationMs(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(
      0,
      ...document
        .getAnimations()
        .map((animation) => Number(animation.effect?.getComputedTiming().endTime ?? 0)),
    ),
  )
}

function expectStrictPolicy(response: Response | null, path: string): void {
  expect.soft(response?.status(), path).toBe(path === unknownPage ? 404 : 200)
  const policy = response?.headers()['content-security-policy'] ?? ''
  expect.soft(policy, path).toContain("default-src 'none'")
  expect.soft(policy, path).not.toMatch(/unsafe|\*/)
}

function recordRequests(page: Page): readonly string[] {
  const requests: string[] = []
  page.on('request', (request: Request) => requests.push(request.url()))
  return requests
}

function expectOnlyFrom(origin: string, requests: readonly string[], least: number): void {
  expect(requests.length).toBeGreaterThanOrEqual(least)
  expect(requests.filter((request) => !isFrom(origin, request))).toEqual([])
}

function isFrom(origin: string, address: string): boolean {
  return new URL(address).origin === origin
}
