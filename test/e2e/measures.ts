import { expect, type Locator, type Page } from '@playwright/test'
import { bar } from './frame-parts.ts'
import type { Words } from './words.ts'

export const allWidths = [320, 390, 768, 1440, 2560]
/** The size of a target that a finger hits easily, and the smallest one that WCAG 2.2 (2.5.8) allows. */
const comfortable = 44
const least = 24

const expectSoftly = expect.configure({ soft: true })

/** Expects the page to fit its window at every width. */
export async function expectNoSideways(page: Page, place: string): Promise<void> {
  for (const width of allWidths) {
    await page.setViewportSize({ width, height: 900 })
    const { content, view } = await page.evaluate(() => ({
      content: document.documentElement.scrollWidth,
      view: document.documentElement.clientWidth,
    }))
    expect.soft(content, `${place} at ${width} px`).toBeLessThanOrEqual(view)
  }
}

/** Expects the page to fit its window at each width, and no word to be cut off by its box. */
export async function expectWordsToFit(
  page: Page,
  place: string,
  atWidths: readonly number[],
): Promise<void> {
  for (const width of atWidths) {
    await page.setViewportSize({ width, height: 900 })
    // Polled: a window that was just resized, or whose letters are still the system's, wider ones,
    // cuts words off for a moment.
    await expectSoftly
      .poll(() => page.evaluate(findMisfits), { message: `${place} at ${width} px` })
      .toEqual([])
  }
}

/** Runs in the page. A box that shows "…" cuts on purpose, and one that scrolls loses nothing. */
function findMisfits(): readonly string[] {
  const root = document.documentElement
  const misfits = root.scrollWidth > root.clientWidth ? [`${root.scrollWidth} px wide`] : []
  for (const box of root.querySelectorAll('*')) {
    // A box of one pixel has text for screen readers only.
    if (box.clientWidth <= 1 || box.scrollWidth <= box.clientWidth) continue
    const { overflowX, textOverflow } = getComputedStyle(box)
    if (!/hidden|clip/.test(overflowX) || textOverflow === 'ellipsis') continue
    const { left, right } = box.getBoundingClientRect()
    const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      let cutting = text.parentElement
      while (cutting && getComputedStyle(cutting).overflowX === 'visible') {
        cutting = cutting.parentElement
      }
      if (cutting !== box || text.textContent?.trim() === '') continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const lines = [...range.getClientRects()]
      // Layout works in fractions of a pixel.
      if (lines.some((line) => line.left < left - 1 || line.right > right + 1)) {
        misfits.push(`cut: ${text.textContent}`)
      }
    }
  }
  return misfits
}

/** Expects all targets to be large enough; links in running text may be as low as a line. */
export async function expectRoomForFingers(page: Page, place: string, words: Words): Promise<void> {
  // The link that skips the bar only appears with keyboard focus.
  const links = page.getByRole('link').filter({ hasNotText: words('nav_skip') })
  await expectSize(links, least, place)
  await expectSize(page.getByRole('button'), comfortable, place)
  await expectSize(page.getByRole('radio'), comfortable, place)
  await expectSize(bar(page, words).getByRole('link'), comfortable, place)
}

/** The same for a part in which everything is a separate target. */
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
