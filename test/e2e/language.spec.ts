import type { Page } from '@playwright/test'
import type { Language } from '#contract/language.ts'
import { expect, test } from './fixtures.ts'
import { heading, menu } from './frame-parts.ts'
import { wordsOf } from './words.ts'

const ownNames: Readonly<Record<Language, string>> = {
  fr: 'Français',
  en: 'English',
  ru: 'Русский',
  es: 'Español',
}

test('each language of the picker changes the page, and is kept', async ({ page, context }) => {
  await page.goto('/rules')
  const steps: readonly [Language, Language][] = [
    ['fr', 'en'],
    ['en', 'ru'],
    ['ru', 'fr'],
    ['fr', 'es'],
  ]
  for (const [from, to] of steps) {
    const picker = page.getByRole('button', { name: `${wordsOf(from)('nav_language')} ${from}` })
    await picker.click()
    await page.getByRole('button', { name: ownNames[to] }).click()
    await expectLanguage(page, to)
    expect(await page.evaluate(() => localStorage.getItem('language'))).toBe(to)
    const cookies = await context.cookies()
    expect(cookies.find(({ name }) => name === 'language')?.value).toBe(to)
  }
  await page.reload()
  await expectLanguage(page, 'es')
  const otherTab = await context.newPage()
  await otherTab.goto('/donation')
  await expect(heading(otherTab)).toHaveText(wordsOf('es')('donation_title'))
  await otherTab.close()

  // The page that was left must not write the cookie again.
  await page.goto('about:blank')
  await context.clearCookies()
  await page.goto('/rules')
  await expectLanguage(page, 'es')
})

test('the menu of a narrow screen has the picker as well', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/rules')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(menu(page, wordsOf('fr')).getByRole('button', { name: 'Français' })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await menu(page, wordsOf('fr')).getByRole('button', { name: 'Русский' }).click()
  await expectLanguage(page, 'ru')
})

test('the picker by keyboard: Escape closes it and gives the focus back', async ({ page }) => {
  await page.goto('/')
  const picker = page.getByRole('button', { name: 'Langue fr' })
  const russian = page.getByRole('button', { name: 'Русский' })
  await picker.focus()
  await page.keyboard.press('Enter')
  await expect(russian).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Français' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(russian).toBeHidden()
  await expect(picker).toBeFocused()
})

// The server's own tests check how it chooses; here the browser must not change the choice.
for (const [locale, language] of [
  ['ru-RU', 'ru'],
  ['de-DE', 'fr'],
] as const) {
  test.describe(() => {
    test.use({ locale })

    test(`a new visitor whose browser asks for ${locale} reads ${language}`, async ({ page }) => {
      await page.goto('/rules')
      await expectLanguage(page, language)
    })
  })
}

async function expectLanguage(page: Page, language: Language): Promise<void> {
  await expect(heading(page)).toHaveText(wordsOf(language)('section_rules'))
  await expect(page.getByRole('document')).toHaveAttribute('lang', language)
}
