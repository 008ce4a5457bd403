import type { Page, Request } from '@playwright/test'
import { languages } from '../../contract/language.ts'
import { chooseLanguage, shopper } from './buyer.ts'
import { expect, test } from './fixtures.ts'
import { allPages } from './pages.ts'

// The watch over every journey fails these on console errors, CSP violations and failed requests.

for (const language of languages) {
  test(`all pages in ${language}: our own files only, and nothing goes wrong`, async ({
    page,
    context,
    product,
  }) => {
    await chooseLanguage(context, product.origin, language)
    const requests = recordRequests(page)
    for (const path of allPages) {
      const response = await page.goto(path)
      expect.soft(response?.status(), path).toBe(200)
      const policy = (await response?.headerValue('content-security-policy')) ?? ''
      expect.soft(policy, path).toContain("default-src 'none'")
      expect.soft(policy, path).not.toMatch(/unsafe|\*/)
      expect.soft(await page.evaluate(() => document.documentElement.lang), path).toBe(language)
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

function recordRequests(page: Page): readonly string[] {
  const requests: string[] = []
  page.on('request', (request: Request) => requests.push(request.url()))
  return requests
}

function isFrom(origin: string, address: string): boolean {
  return new URL(address).origin === origin
}
