import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab, or Shift+Tab, until the element has the focus. */
export async function tabTo(
  page: Page,
  target: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  await expect(target).toBeVisible()
  // The focus skips elements that are still disabled.
  await expect(target).toBeEnabled()
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press(key)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`the keyboard does not reach ${target.toString()}`)
}
