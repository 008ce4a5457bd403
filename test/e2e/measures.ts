import { expect, type Locator, type Page } from '@playwright/test'
import { bar } from './frame-parts.ts'
import type { Words } from './words.ts'

const widths = [320, 390, 768, 1440, 2560]
/** The side of what a finger hits without care, and the least that WCAG 2.2 (2.5.8) allows. */
const comfortable = 44
const least = 24

/** At no width is the page wider than its window. */
export async function expectNoSideways(page: Page, place: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const { content, view } = await page.evaluate(() => ({
      content: document.documentElement.scrollWidth,
      view: document.documentElement.clientWidth,
    }))
    expect.soft(content, `${place} at ${width} px`).toBeLessThanOrEqual(view)
  }
}

/** What can be pressed is large enough; links in running text may be as low as a line. */
export async function expectRoomForFingers(page: Page, place: string, words: Words): Promise<void> {
  // The link to skip the bar shows itself to the keyboard only.
  const links = page.getByRole('link').filter({ hasNotText: words('nav_skip') })
  await expectSize(links, least, place)
  await expectSize(page.getByRole('button'), comfortable, place)
  await expectSize(page.getByRole('radio'), comfortable, place)
  await expectSize(bar(page, words).getByRole('link'), comfortable, place)
}

/** The same of a part in which everything is a target of its own. */
export async function expectRoomForFingersIn(part: Locator, place: string): Promise<void> {
  await expectSize(part.getByRole('link'), comfortable, place)
  await expectSize(part.getByRole('button'), comfortable, place)
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
