import type { Page } from '@playwright/test'
import { languages } from '#contract/language.ts'
import { expect, test } from './fixtures.ts'
import { heading } from './frame-parts.ts'
import { differentPages } from './pages.ts'

test('a link shows the next page without loading a document, as if it had', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 500 })
  await page.goto('/')
  const documents = countDocuments(page)
  const tile = page.getByRole('main').getByRole('link', { name: 'Toutes les règles' })
  await tile.focus()
  const placeOfTile = await scrolled(page)
  expect(placeOfTile).toBeGreaterThan(100)
  await tile.press('Enter')
  await expect(heading(page)).toHaveText('Règles')
  await expect(heading(page)).toBeFocused()
  await expect(page).toHaveTitle('Règles · KRYPTONIQUE')
  expect(await scrolled(page)).toBe(0)

  await page.goBack()
  await expect(heading(page)).toContainText('KRYPTONIQUE')
  await expect(page).toHaveTitle('KRYPTONIQUE · Serveur DayZ sur Deer Isle')
  await expect.poll(() => scrolled(page)).toBe(placeOfTile)
  await page.goForward()
  await expect(heading(page)).toHaveText('Règles')
  expect(documents()).toBe(0)
})

test('the checkout is a document of its own, from the cart and back', async ({ page }) => {
  await page.goto('/donation/priority-queue')
  await page.getByRole('radio', { name: /^1 mois/ }).check()
  await page.getByRole('button', { name: 'Acheter maintenant' }).click()
  await expect(heading(page)).toHaveText('Panier')
  const documents = countDocuments(page)
  await page.getByRole('link', { name: 'Passer au paiement' }).click()
  await expect(heading(page)).toHaveText('Paiement')
  expect(documents()).toBe(1)
  await page.goBack()
  await expect(heading(page)).toHaveText('Panier')
})

test('pages can be told apart in tabs and search results', async ({ product }) => {
  for (const language of languages) {
    const documents = await Promise.all(
      differentPages.map(async (path) => {
        const headers = { cookie: `language=${language}` }
        return (await fetch(`${product.origin}${path}`, { headers })).text()
      }),
    )
    for (const part of [/<title>([^<]{10,})</, /<meta name="description" content="([^"]{10,})"/]) {
      const texts = documents.map((html) => part.exec(html)?.[1])
      expect(texts).not.toContain(undefined)
      expect(new Set(texts).size, texts.join('\n')).toBe(differentPages.length)
    }
  }
})

function countDocuments(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) count += 1
  })
  return () => count
}

function scrolled(page: Page): Promise<number> {
  return page.evaluate(() => window.scrollY)
}
