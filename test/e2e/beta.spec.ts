import type { Page } from '@playwright/test'
import type { Language } from '#contract/language.ts'
import { chooseLanguage } from './buyer.ts'
import { expect, test } from './fixtures.ts'
import { heading } from './frame-parts.ts'
import { tabTo } from './keyboard.ts'
import { expectNoSideways } from './measures.ts'
import { wordsOf } from './words.ts'

/** The sandbox's. */
const rightCode = '05052025'

function finder(page: Page, language: Language = 'fr') {
  const words = wordsOf(language)
  return {
    words,
    code: page.getByLabel(words('beta_code'), { exact: true }),
    unlock: page.getByRole('button', { name: words('beta_unlock') }),
    confetti: page.locator('[data-confetti] > *'),
  }
}

test.describe('somebody who guesses', () => {
  test.use({ expectedErrors: [/403/], contextOptions: { reducedMotion: 'no-preference' } })

  test('types digits only, sees that a code is wrong until they type again, then finds the date', async ({
    page,
  }) => {
    expect(wordsOf('en')('beta_code_wrong')).toBe('Incorrect code !')
    const { words, code, unlock, confetti } = finder(page)
    await page.goto('/beta-unlock')
    await unlock.click()
    await expect(code).toHaveAccessibleDescription(new RegExp(words('beta_code_empty')))
    await code.pressSequentially('a1b2-3 4x5678999')
    await expect(code).toHaveValue('12345678')
    await unlock.click()
    await expect(code).toHaveAccessibleDescription(/Code incorrect\u{A0}!/u)
    await expect(code).toBeFocused()
    await page.keyboard.type('0')
    await expect(code).toHaveValue('0')
    await expect(page.getByText(words('beta_code_wrong'))).toHaveCount(0)
    await code.fill('05/05/2025')
    await expect(code).toHaveValue(rightCode)
    await code.press('Enter')
    await expect(heading(page)).toHaveText('Date de sortie de la bêta trouvée\u{A0}: 05/05/2025')
    await expect(heading(page)).toBeFocused()
    await expect(confetti).toHaveCount(42)
    const colors = await confetti.evaluateAll((pieces) =>
      pieces.map((piece) => getComputedStyle(piece).backgroundColor),
    )
    expect(new Set(colors).size).toBe(12)
    await page.getByRole('link', { name: words('beta_found_next') }).click()
    await expect(page).toHaveURL('/beta-test')
    await page
      .getByRole('main')
      .getByRole('link', { name: words('nav_back') })
      .click()
    await expect(page).toHaveURL('/')
  })
})

test.describe('a visitor who asked for less motion', () => {
  test('finds the date by keyboard in Russian at 320 px, without anything falling', async ({
    page,
    context,
    product,
  }) => {
    await chooseLanguage(context, product.origin, 'ru')
    await page.setViewportSize({ width: 320, height: 640 })
    const { words, code, confetti } = finder(page, 'ru')
    await page.goto('/beta-unlock')
    await tabTo(page, code)
    await page.keyboard.type(rightCode)
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText(words('beta_found_title', { date: '05.05.2025' }))
    await expect(confetti).toHaveCount(0)
    await expectNoSideways(page, 'the day that was found')
  })
})

test.describe('when the code cannot be checked', () => {
  test.use({ expectedErrors: [/429|503|ERR_FAILED|ERR_INTERNET_DISCONNECTED/] })

  test('too many attempts, a broken connection, no network and a server error have different messages', async ({
    page,
    context,
  }) => {
    const { words, code } = finder(page)
    const reads = async (text: string) => {
      await code.press('Enter')
      await expect(code).toHaveAccessibleDescription(new RegExp(text))
      await expect(code).toHaveValue('1')
    }
    const answer = (status: number, problem: string) =>
      page.route('**/api/beta/unlock', (route) =>
        route.fulfill({
          status,
          headers: { 'retry-after': '280' },
          contentType: 'application/problem+json',
          body: JSON.stringify({ code: problem, status }),
        }),
      )
    await page.goto('/beta-unlock')
    await code.fill('1')
    await answer(429, 'rate_limited')
    await reads('Trop de tentatives. Réessayez dans 5 minutes.')
    await page.unrouteAll()
    await answer(503, 'database_unavailable')
    await reads(words('beta_failed_other'))
    await page.unrouteAll()
    await page.route('**/api/beta/unlock', (route) => route.abort())
    await reads(words('beta_failed_unreachable'))
    await page.unrouteAll()
    await context.setOffline(true)
    await reads(words('beta_failed_offline'))
    await context.setOffline(false)
    await code.fill(rightCode)
    await code.press('Enter')
    await expect(heading(page)).toContainText('05/05/2025')
  })
})
