import type { Page } from '@playwright/test'
import { chooseLanguage } from './buyer.ts'
import { expect, test } from './fixtures.ts'
import { bar, heading } from './frame-parts.ts'
import { unknownPage, unknownPageError } from './pages.ts'
import { wordsOf } from './words.ts'

const french = wordsOf('fr')

test.describe('an unknown address', () => {
  test.use({ expectedErrors: [unknownPageError] })

  test('says so and leads home', async ({ page, context, product }) => {
    await chooseLanguage(context, product.origin, 'en')
    const response = await page.goto(unknownPage)
    expect(response?.status()).toBe(404)
    await expect(heading(page)).toHaveText('Oops! Page not found')
    await page
      .getByRole('main')
      .getByRole('link', { name: wordsOf('en')('go_home') })
      .click()
    await expect(page).toHaveURL('/')
  })
})

test.describe('without a network', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  test('the page says so, until it is back', async ({ page, context }) => {
    await page.goto('/rules')
    const banner = page.getByText(french('offline_text'))
    await expect(banner).toBeHidden()
    await context.setOffline(true)
    await expect(banner).toBeVisible()
    await context.setOffline(false)
    await expect(banner).toBeHidden()
  })
})

test.describe('the code of a page cannot be loaded', () => {
  test.use({ expectedErrors: [/ERR_FAILED|dynamically imported module/] })

  test('a link then loads the document, which says what happened and how to go on', async ({
    page,
  }) => {
    await page.goto('/rules')
    await page.route('**/donation-page-*.js', (route) => route.abort())
    await bar(page, french).getByRole('link', { name: 'Donation' }).click()
    await seesErrorPage(page)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Recharger la page' }).click()
    await expect(heading(page)).toHaveText('Donation')
    await expect(page.getByRole('link', { name: /^File prioritaire/ })).toBeVisible()
  })

  test('so does the way back', async ({ page }) => {
    await page.goto('/donation')
    await bar(page, french).getByRole('link', { name: 'Règles' }).click()
    await expect(heading(page)).toHaveText('Règles')
    await page.reload()
    await page.route('**/donation-page-*.js', (route) => route.abort())
    await page.goBack()
    await seesErrorPage(page)
    await bar(page, french).getByRole('link', { name: 'Règles' }).click()
    await expect(heading(page)).toHaveText('Règles')
  })
})

test.describe('the code of a dialog', () => {
  test.use({ expectedErrors: [/ERR_FAILED|dynamically imported module/] })

  test('comes late: the dialog opens then, takes the focus, and gives it back', async ({
    page,
  }) => {
    const arrival = Promise.withResolvers<void>()
    await page.route('**/buy-pack-dialog-*.js', async (route) => {
      await arrival.promise
      await route.continue()
    })
    await page.goto('/krypto-points')
    const button = page.getByRole('button', { name: 'Acheter · 0,99' })
    await expect(button).toBeEnabled()
    await button.press('Enter')
    arrival.resolve()
    const dialog = page.getByRole('dialog')
    await expect(dialog.locator(':focus')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()
  })

  test('does not come: the page says so, and keeps the focus', async ({ page }) => {
    await page.route('**/buy-pack-dialog-*.js', (route) => route.abort())
    await page.goto('/krypto-points')
    const button = page.getByRole('button', { name: 'Acheter · 0,99' })
    await expect(button).toBeEnabled()
    await button.press('Enter')
    await expect(page.getByText(french('dialog_failed_title'))).toBeVisible()
    await expect(page.getByText(french('dialog_failed_text'))).toBeVisible()
    await expect(button).toBeFocused()
  })
})

async function seesErrorPage(page: Page): Promise<void> {
  await expect(heading(page)).toHaveText('Cette page a planté')
  await expect(page.getByText('rien n’a été perdu')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Recharger la page' })).toBeVisible()
}
