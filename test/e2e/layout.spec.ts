import type { Page } from '@playwright/test'
import { chooseLanguage, shopper } from './buyer.ts'
import { holdAuthCallback } from './discord-sign-in.ts'
import { expect, test } from './fixtures.ts'
import { expectNoSideways } from './measures.ts'
import { checkoutPage, differentPages } from './pages.ts'

for (const language of ['fr', 'ru'] as const) {
  test(`the buyer's way does not scroll sideways in ${language}`, async ({
    page,
    context,
    product,
  }) => {
    await chooseLanguage(context, product.origin, language)
    const buyer = shopper(page, language)
    await buyer.fillCart()
    await expectNoSideways(page, 'cart')
    await buyer.fillCheckout()
    await page
      .getByLabel(buyer.words('checkout_steam_id'))
      .first()
      .fill('https://steamcommunity.com/id/x')
    await expectNoSideways(page, 'checkout with an error')
  })
}

test('nothing moves for who asked for reduced motion', async ({ page }) => {
  await holdAuthCallback(page)
  await page.goto('/auth/callback')
  expect(await longestAnimationMs(page)).toBe(Infinity)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const path of differentPages) {
    if (path === checkoutPage) continue
    await page.goto(path)
    expect(await longestAnimationMs(page), path).toBeLessThanOrEqual(1)
  }
})

/** Of what is running on the page now; Infinity for what never ends. */
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
