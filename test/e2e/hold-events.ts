import type { Page } from '@playwright/test'

/** Keeps the page's event stream from opening: when it opens, the page refetches its data. */
export async function holdEvents(page: Page): Promise<void> {
  await page.route('**/api/events*', () => new Promise(() => undefined))
}
