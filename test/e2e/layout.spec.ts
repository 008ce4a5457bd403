import type { Locator, Page } from '@playwright/test'
import { chooseLanguage, shopper } from './buyer.ts'
import { holdAuthCallback } from './discord-sign-in.ts'
import { expect, test } from './fixtures.ts'
import { bar, heading, menu } from './frame-parts.ts'
import { builtPages, checkoutPage, differentPages, unknownPage } from './pages.ts'
import { wordsOf } from './words.ts'

const widths = [320, 390, 768, 1440, 2560]
/** The side of what a finger hits without care, and the least that WCAG 2.2 (2.5.8) allows. */
const comfortable = 44
const least = 24

test.use({ expectedTroubles: [/404/] })

for (const language of ['fr', 'ru'] as const) {
  const words = wordsOf(language)

  test(`no page scrolls sideways in ${language}`, async ({ page, context, product }) => {
    await chooseLanguage(context, product.origin, language)
    await holdAuthCallback(page)
    for (const path of [...builtPages, unknownPage]) {
      if (path === checkoutPage) continue
      await page.goto(path)
      // The same screen under another name can only be too wide where it is narrow.
      const isSeenBefore = builtPages.includes(path) && !differentPages.includes(path)
      await expectNoSideways(page, path, isSeenBefore ? [320] : widths)
    }
  })

  test(`neither does the buyer's way in ${language}`, async ({ page, context, product }) => {
    await chooseLanguage(context, product.origin, language)
    const buyer = shopper(page, language)
    await buyer.fillCart()
    await expectNoSideways(page, 'cart')
    await buyer.fillCheckout()
    await page
      .getByLabel(words('checkout_steam_id'))
      .first()
      .fill('https://steamcommunity.com/id/x')
    await expectNoSideways(page, 'checkout with an error')
  })

  test(`what can be pressed is large enough in ${language}`, async ({ page, context, product }) => {
    await chooseLanguage(context, product.origin, language)
    await page.setViewportSize({ width: 390, height: 800 })
    await holdAuthCallback(page)
    for (const path of [...differentPages, unknownPage]) {
      if (path === checkoutPage) continue
      await page.goto(path)
      await expect(heading(page)).toBeVisible()
      // The link to skip the bar shows itself to the keyboard only.
      const links = page.getByRole('link').filter({ hasNotText: words('nav_skip') })
      await expectSize(links, least, path)
      await expectSize(page.getByRole('button'), comfortable, path)
      await expectSize(page.getByRole('radio'), comfortable, path)
      await expectSize(bar(page, words).getByRole('link'), comfortable, path)
    }
    await page.getByRole('button', { name: words('nav_menu'), exact: true }).click()
    await expectSize(menu(page, words).getByRole('link'), comfortable, 'menu')
    await expectSize(menu(page, words).getByRole('button'), comfortable, 'menu')
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

async function expectNoSideways(page: Page, place: string, atWidths = widths): Promise<void> {
  for (const width of atWidths) {
    await page.setViewportSize({ width, height: 900 })
    const { content, view } = await page.evaluate(() => ({
      content: document.documentElement.scrollWidth,
      view: document.documentElement.clientWidth,
    }))
    expect.soft(content, `${place} at ${width} px`).toBeLessThanOrEqual(view)
  }
}

async function expectSize(elements: Locator, sidePx: number, place: string): Promise<void> {
  const tooSmall = await elements.filter({ visible: true }).evaluateAll((found, side) => {
    return found.flatMap((element) => {
      const { width, height } = element.getBoundingClientRect()
      // Layout works in fractions of a pixel.
      const isTooSmall = Math.min(width, height) < side - 0.1
      return isTooSmall ? [`${element.textContent}: ${width} × ${height}`] : []
    })
  }, sidePx)
  expect.soft(tooSmall, place).toEqual([])
}

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
