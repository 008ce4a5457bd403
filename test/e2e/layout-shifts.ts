import type { Page } from '@playwright/test'

/** Records from now on what moves by itself; answers how much that was on the page that is open. */
export async function watchLayoutShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let sum = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('value' in entry && typeof entry.value === 'number') sum += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
    Object.assign(globalThis, { readLayoutShift: () => sum })
  })
  return () => page.evaluate('readLayoutShift()').then(Number)
}
