import type { Page } from '@playwright/test'
import { languages } from '../../contract/language.ts'
import { chooseLanguage } from './buyer.ts'
import { expect, test } from './fixtures.ts'
import { bar, heading } from './frame-parts.ts'
import { differentPages } from './pages.ts'
import { wordsOf } from './words.ts'

const french = wordsOf('fr')

test('a link shows the next page without loading a document, as if it had', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 500 })
  await page.goto('/')
  const documents = countDocuments(page)
  const tile = page.getByRole('main').getByRole('link', { name: /^Les règles/ })
  await tile.focus()
  const placeOfTile = await scrolled(page)
  expect(placeOfTile).toBeGreaterThan(100)
  await tile.press('Enter')
  await expect(heading(page)).toHaveText('Bientôt disponible')
  await expect(heading(page)).toBeFocused()
  await expect(page).toHaveTitle('Règles · KRYPTONIQUE')
  expect(await scrolled(page)).toBe(0)

  await page.goBack()
  await expect(heading(page)).toContainText('KRYPTONIQUE')
  await expect(page).toHaveTitle('KRYPTONIQUE · Serveur DayZ sur Deer Isle')
  await expect.poll(() => scrolled(page)).toBe(placeOfTile)
  await page.goForward()
  await expect(heading(page)).toHaveText('Bientôt disponible')
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

test('an empty checkout leads to the cart', async ({ page }) => {
  await page.goto('/checkout')
  await expect(page).toHaveURL('/cart')
  await expect(page.getByText('Votre panier est vide')).toBeVisible()
})

for (const language of languages) {
  test(`pages can be told apart in tabs and search results in ${language}`, async ({
    request,
    product,
  }) => {
    const documents = await Promise.all(
      differentPages.map(async (path) => {
        const answer = await request.get(`${product.origin}${path}`, {
          headers: { cookie: `language=${language}` },
        })
        return answer.text()
      }),
    )
    for (const part of [/<title>([^<]{10,})</, /<meta name="description" content="([^"]{10,})"/]) {
      const texts = documents.map((html) => part.exec(html)?.[1])
      expect(texts).not.toContain(undefined)
      expect(new Set(texts).size, texts.join('\n')).toBe(differentPages.length)
    }
  })
}

test.describe('without a network', () => {
  test.use({ expectedTroubles: [/ERR_INTERNET_DISCONNECTED/] })

  for (const language of languages) {
    test(`the page says so in ${language}, until it is back`, async ({
      page,
      context,
      product,
    }) => {
      await chooseLanguage(context, product.origin, language)
      await page.goto('/rules')
      const banner = page.getByText(wordsOf(language)('offline_text'))
      await expect(banner).toBeHidden()
      await context.setOffline(true)
      await expect(banner).toBeVisible()
      await context.setOffline(false)
      await expect(banner).toBeHidden()
    })
  }
})

test.describe('the code of a page cannot be loaded', () => {
  test.use({ expectedTroubles: [/ERR_FAILED|dynamically imported module/] })

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
    await expect(page.getByRole('link', { name: /^Priority Queue/ })).toBeVisible()
  })

  test('so does the way back', async ({ page }) => {
    await page.goto('/donation')
    await bar(page, french).getByRole('link', { name: 'Règles' }).click()
    await expect(heading(page)).toHaveText('Bientôt disponible')
    await page.reload()
    await page.route('**/donation-page-*.js', (route) => route.abort())
    await page.goBack()
    await seesErrorPage(page)
    await bar(page, french).getByRole('link', { name: 'Règles' }).click()
    await expect(heading(page)).toHaveText('Bientôt disponible')
  })
})

async function seesErrorPage(page: Page): Promise<void> {
  await expect(heading(page)).toHaveText('Cette page a planté')
  await expect(page.getByText('rien n’a été perdu')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Recharger la page' })).toBeVisible()
}

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
