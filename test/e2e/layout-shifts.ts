import type { Page } from '@playwright/test'

/** Records layout shifts from now on; the returned function gives their sum on the open page. */
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
