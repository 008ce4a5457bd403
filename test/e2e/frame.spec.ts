import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { bar, heading, menu } from './frame-parts.ts'
import { menuSnapshot } from './navigation-items.ts'
import { translatePages } from './translator.ts'
import { wordsOf } from './words.ts'

const french = wordsOf('fr')
// every-page.spec.ts checks that every page has the whole bar; this file checks how the bar behaves.
test('at 320 px the bar fits, and its menu has the rest', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  for (const path of ['/', '/donation']) {
    await page.goto(path)
    await expect(bar(page, french), path).toMatchAriaSnapshot(`
      - navigation:
        - link "KRYPTONIQUE – Accueil"
        - link "Panier"
        - button "Menu"
    `)
  }
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(menu(page, french)).toMatchAriaSnapshot(menuSnapshot(french))
  await menu(page, french).getByRole('link', { name: 'Règles' }).click()
  await expect(menu(page, french)).toBeHidden()
  await expect(page).toHaveURL('/rules')
  await expect(heading(page)).toBeFocused()
})

test('the menu by keyboard: it keeps the focus, and gives it back', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/')
  const button = page.getByRole('button', { name: 'Menu', exact: true })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(menu(page, french)).toBeVisible()
  for (let presses = 0; presses < 20; presses += 1) {
    expect(await focusIsBehindMenu(page)).toBe(false)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Escape')
  await expect(menu(page, french)).toBeHidden()
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await menu(page, french).getByRole('button', { name: 'Fermer le menu' }).press('Enter')
  await expect(menu(page, french)).toBeHidden()
  await expect(button).toBeFocused()
})

test('a page that was translated before its script ran works, without an error', async ({
  page,
  context,
}) => {
  await translatePages(context, () => true)
  await page.route(/\.js$/, async (route) => {
    await page.locator('#root font').first().waitFor({ state: 'attached' })
    await route.continue()
  })
  await page.goto('/donation')
  await bar(page, french).getByRole('link', { name: 'Règles' }).click()
  await expect(heading(page)).toBeFocused()
})

test('the first press of Tab offers to skip the bar', async ({ page }) => {
  await page.goto('/donation')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Aller au contenu' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /^File prioritaire/ })).toBeFocused()
})

test('Back leads to the previous page, or home for a visitor from elsewhere', async ({ page }) => {
  const back = bar(page, french).getByRole('button', { name: 'Retour' })
  await page.goto('/donation')
  await bar(page, french).getByRole('link', { name: 'Règles' }).click()
  await expect(page).toHaveURL('/rules')
  await back.click()
  await expect(page).toHaveURL('/donation')
  await back.click()
  await expect(page).toHaveURL('/')
  await expect(back).toBeHidden()
})

/** The browser's own bar gets the focus in between: then no element of the page has it. */
function focusIsBehindMenu(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const focused = document.activeElement
    return focused !== document.body && focused?.closest('[open]') === null
  })
}
