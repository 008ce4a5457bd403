import type { Page } from '@playwright/test'

/**
 * Stops the time of a page whose clock is installed, which else runs on: from then on only `runFor`
 * moves it, however slow the machine is.
 */
export async function stopTime(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now())
  // A little ahead, because it cannot be stopped in its past.
  await page.clock.pauseAt(now + 20_000)
}
