import { expect, type Locator } from '@playwright/test'

/**
 * Two clicks of which the second comes before any answer to the first. Those of a mouse have time
 * between them, in which a quick answer can put something else under the pointer.
 */
export async function clickTwice(button: Locator): Promise<void> {
  await expect(button).toBeEnabled()
  await button.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
}
