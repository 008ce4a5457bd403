import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

declare global {
  interface Window {
    readonly axe: typeof axe
  }
}

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Expects no findings of axe on the page in its current state; `place` names it in the report. */
export async function expectNoViolations(page: Page, place: string): Promise<void> {
  await endMotion(page)
  await hideMapLines(page)
  await page.evaluate(axeSource)
  // Without passed checks, and in the page only (our frames are empty): a quarter of the time.
  const found = await page.evaluate(async (tags) => {
    const { violations } = await window.axe.run({
      runOnly: { type: 'tag', values: tags },
      resultTypes: ['violations'],
      iframes: false,
    })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
  }, rules)
  expect.soft(found, place).toEqual([])
}

/** Waits for fades to end, because axe would measure the contrast of half faded elements. */
async function endMotion(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
    }
  })
}

/** Axe measures no contrast over a picture, and the faint lines behind every page are one. */
async function hideMapLines(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('body { background-image: none !important }')
    document.adoptedStyleSheets.push(sheet)
  })
}
