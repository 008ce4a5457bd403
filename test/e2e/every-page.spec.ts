import type { Page, Request, Response } from '@playwright/test'
import { languages, type Language } from '../../contract/language.ts'
import { expectNoViolations } from './axe.ts'
import { chooseLanguage, shopper } from './buyer.ts'
import { holdAuthCallback } from './discord-sign-in.ts'
import { expect, test } from './fixtures.ts'
import { bar, heading, menu } from './frame-parts.ts'
import { expectNoSideways, expectRoomForFingers, expectRoomForFingersIn } from './measures.ts'
import { barSnapshot } from './navigation-items.ts'
import { allPages, comingSoonPages, openPage, unknownPage } from './pages.ts'
import { wordsOf, type Words } from './words.ts'

// The watch over every journey fails these on console errors, CSP violations and failed requests.
test.use({ expectedTroubles: [/404/] })

/** The one with the longest words; the others can only be narrower. */
const measuredLanguage: Language = 'ru'

for (const language of languages) {
  test(`every page in ${language}: nothing goes wrong, nothing is foreign, nobody is shut out`, async ({
    page,
    context,
    product,
  }) => {
    // Some sixty pages, each looked at from all sides: only against hanging.
    test.setTimeout(600_000)
    const words = wordsOf(language)
    await chooseLanguage(context, product.origin, language)
    await holdAuthCallback(page)
    const requests = recordRequests(page)
    for (const [index, path] of [...allPages, unknownPage].entries()) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await expectStrictPolicy(await openPage(page, path), path)
      await expect.soft(page.getByRole('document'), path).toHaveAttribute('lang', language)
      await expect.soft(bar(page, words), path).toMatchAriaSnapshot(barSnapshot(words, language))
      if (comingSoonPages.includes(path)) {
        await expect.soft(heading(page), path).toHaveText(words('coming_soon_title'))
      }
      // Half of the time of this walk: a page's structure is the same in every language.
      if (languages[index % languages.length] === language) await expectNoViolations(page, path)
      if (language === measuredLanguage) await expectToFit(page, path, words)
    }
    expect(requests.length).toBeGreaterThan(allPages.length)
    expect(requests.filter((request) => !isFrom(product.origin, request))).toEqual([])
  })
}

test('the checkout asks nobody but us and PayPal', async ({ page, product }) => {
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
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/')
  await page.getByRole('button', { name: words('nav_menu'), exact: true }).click()
  await expectRoomForFingersIn(menu(page, words), 'menu')
})

async function expectToFit(page: Page, path: string, words: Words): Promise<void> {
  await expectNoSideways(page, path)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectRoomForFingers(page, path, words)
}

async function expectStrictPolicy(response: Response | null, path: string): Promise<void> {
  expect.soft(response?.status(), path).toBe(path === unknownPage ? 404 : 200)
  const policy = (await response?.headerValue('content-security-policy')) ?? ''
  expect.soft(policy, path).toContain("default-src 'none'")
  expect.soft(policy, path).not.toMatch(/unsafe|\*/)
}

function recordRequests(page: Page): readonly string[] {
  const requests: string[] = []
  page.on('request', (request: Request) => requests.push(request.url()))
  return requests
}

function isFrom(origin: string, address: string): boolean {
  return new URL(address).origin === origin
}
