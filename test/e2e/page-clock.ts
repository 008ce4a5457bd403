import type { Page } from '@playwright/test'

/**
 * Stops the time of a page with an installed clock, which would otherwise run on: from then on only
 * `runFor` advances it, however slow the machine is.
 */
export async function stopTime(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now())
  // A little ahead, because the clock cannot be stopped in its past.
  await page.clock.pauseAt(now + 20_000)
}
