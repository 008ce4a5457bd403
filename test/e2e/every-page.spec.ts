import type { Page, Request, Response } from '@playwright/test'
import { languages } from '../../contract/language.ts'
import { chooseLanguage, shopper } from './buyer.ts'
import { expect, test } from './fixtures.ts'
import { bar, heading } from './frame-parts.ts'
import { barSnapshot } from './navigation-items.ts'
import { allPages, builtPages, comingSoonPages, openPage } from './pages.ts'
import { wordsOf } from './words.ts'

// The watch over every journey fails these on console errors, CSP violations and failed requests.

for (const language of languages) {
  test(`every page in ${language}: the whole bar, our own files only, and nothing goes wrong`, async ({
    page,
    context,
    product,
  }) => {
    const words = wordsOf(language)
    await chooseLanguage(context, product.origin, language)
    await page.setViewportSize({ width: 1440, height: 900 })
    const requests = recordRequests(page)
    const pages = language === 'fr' ? allPages : builtPages
    for (const path of pages) {
      const response = await openPage(page, path)
      await expectStrictPolicy(response, path)
      await expect.soft(page.getByRole('document'), path).toHaveAttribute('lang', language)
      await expect.soft(bar(page, words), path).toMatchAriaSnapshot(barSnapshot(words, language))
      if (comingSoonPages.includes(path)) {
        await expect.soft(heading(page), path).toHaveText(words('coming_soon_title'))
      }
    }
    expect(requests.length).toBeGreaterThan(pages.length)
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

async function expectStrictPolicy(response: Response | null, path: string): Promise<void> {
  expect.soft(response?.status(), path).toBe(200)
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
