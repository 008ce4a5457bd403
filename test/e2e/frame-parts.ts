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

/**
 * Opens a page by its link at the foot of another page: then it requests what the document of an opened
 * address carries.
 */
export async function openByLink(
  page: Page,
  words: Words,
  name: 'nav_servers' | 'nav_donation' | 'section_skin_shop' | 'section_team_finder',
): Promise<void> {
  await page.goto('/rules')
  const foot = page.getByRole('navigation', { name: words('footer_navigation') })
  await foot.getByRole('link', { name: words(name), exact: true }).click()
}

/** The main heading, by which a visitor knows where they are. */
export function heading(page: Page): Locator {
  return page.getByRole('main').getByRole('heading', { level: 1 })
}
