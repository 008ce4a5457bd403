import type { Page } from '@playwright/test'

/** The page's event stream never opens: when it does, the page asks anew for what it shows. */
export async function holdEvents(page: Page): Promise<void> {
  await page.route('**/api/events*', () => new Promise(() => undefined))
}
