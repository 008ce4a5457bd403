import type { Locator, Page } from '@playwright/test'
import type { Words } from './words.ts'

/** The navigation bar at the top of every page. */
export function bar(page: Page, words: Words): Locator {
  return page.getByRole('navigation', { name: words('nav_main') })
}

/** The whole navigation for narrow screens, once it is open. */
export function menu(page: Page, words: Words): Locator {
  return page.getByRole('dialog', { name: words('nav_menu') })
}

/** The corner where short messages appear. */
export function toasts(page: Page, words: Words): Locator {
  return page.getByRole('region', { name: words('toast_region') })
}

/** The main heading, by which a visitor knows where they are. */
export function heading(page: Page): Locator {
  return page.getByRole('main').getByRole('heading', { level: 1 })
}
