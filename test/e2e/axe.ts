import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Axe finds nothing on the page as it stands; `place` names it in the report. */
export async function expectNoViolations(page: Page, place: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await endMotion(page)
  await hideMapLines(page)
  // Without what passed, and in the page alone (no frame of ours holds anything): a quarter of the time.
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: { type: 'tag', values: rules }, resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze()
  await page.emulateMedia({ reducedMotion: null })
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
  expect.soft(found, place).toEqual([])
}

/** Axe measures the contrast of what is half faded in or out as it finds it. */
async function endMotion(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
    }
  })
}

/** Axe measures no contrast over a picture, and the lines behind every page are one, if a faint one. */
async function hideMapLines(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('body { background-image: none !important }')
    document.adoptedStyleSheets.push(sheet)
  })
}
