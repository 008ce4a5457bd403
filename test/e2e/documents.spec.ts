import type { Page, Request } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { chooseLanguage } from './buyer.ts'
import { expect, test } from './fixtures.ts'
import { heading } from './frame-parts.ts'
import { wordsOf } from './words.ts'

const words = wordsOf('fr')
const youtube = 'https://www.youtube-nocookie.com/**'

test('the search opens by keyboard the section that contains the word, or says that none does @translated', async ({
  page,
}) => {
  await page.goto('/rules/general')
  await page.getByRole('link', { name: words('documents_search_link') }).click()
  const field = page.getByRole('searchbox', { name: words('documents_search_label') })
  await expect(field).toBeFocused()
  // The accent, the case and the last letters differ.
  await page.keyboard.type('METAU')
  const results = page.getByRole('search').getByRole('link')
  await expect(page.getByRole('search').getByRole('status')).toHaveText(/^\d+ passages? trouvés?$/)
  await expect(results.first().locator('mark').first()).toHaveText('métaux')
  await expectNoViolations(page, 'search results')
  await page.keyboard.press('ArrowDown')
  await expect(results.first()).toBeFocused()
  const address = await results.first().getAttribute('href')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${address}$`))
  const part = page.locator(new URL(page.url()).hash)
  await expect(part).toBeFocused()
  await expect(part).toBeInViewport()
  await page.goBack()
  await expect(field).toHaveValue('METAU')
  await expect(results.first().locator('mark').first()).toHaveText('métaux')

  await field.fill('hélicoptère')
  const status = page.getByRole('search').getByRole('status')
  await expect(status).toHaveText(words('documents_search_none', { query: 'hélicoptère' }))
  await expectNoViolations(page, 'search without results')
  await page.keyboard.press('Escape')
  await expect(field).toHaveValue('')
  await expect(status).toBeEmpty()
})

test('the search finds a Russian word with a typing error', async ({ page, context, product }) => {
  await chooseLanguage(context, product.origin, 'ru')
  await page.goto('/guide')
  await page.getByRole('searchbox').fill('ножвока')
  await expect(page.getByRole('search').locator('mark').first()).toHaveText(/^ножовк/i)
})

test.describe('a search that does not load', () => {
  // A saved copy would answer in its place.
  test.use({ expectedErrors: [/search-engine|ERR_FAILED/] })

  test('says so and can be tried again', async ({ page }) => {
    await page.route('**/search-engine*', (route) => route.abort())
    await page.goto('/guide')
    await page.getByRole('searchbox').fill('drapeau')
    await expect(page.getByText(words('documents_search_failed_title'))).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: words('retry') }).click()
    await expect(page.getByRole('search').locator('mark').first()).toHaveText('drapeau')
  })
})

test('a video asks YouTube for nothing before it is played', async ({ page, product }) => {
  const foreign = watchForeignRequests(page, product.origin)
  await page.route(youtube, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>player</title>' }),
  )
  await page.goto('/guide/base-building')
  const play = page.getByRole('button', { name: /^Lire la vidéo/ })
  await expect(page.getByText(words('documents_video_privacy'))).toBeVisible()
  await play.scrollIntoViewIfNeeded()
  expect(foreign).toEqual([])
  await play.press('Enter')
  const player = page.locator('iframe')
  await expect(player).toBeFocused()
  await expect(player).toHaveAttribute('title', /./)
  await expect.poll(() => foreign).toHaveLength(1)
  expect(foreign[0]).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/\w+\?autoplay=1&hl=fr$/)
})

test.describe('offline', () => {
  // The saved copy of the guides may still be on its way.
  test.use({ expectedErrors: [/fetching the script|ERR_INTERNET_DISCONNECTED/] })

  test('without a network a video says why it cannot be played', async ({ page, context }) => {
    await page.goto('/guide/raid-alerts')
    const play = page.getByRole('button', { name: /^Lire la vidéo/ })
    await expect(play).toBeEnabled()
    await context.setOffline(true)
    await expect(page.getByText(words('documents_video_offline'))).toBeVisible()
    await expect(play).toBeDisabled()
    await context.setOffline(false)
    await expect(play).toBeEnabled()
  })
})

test('printed rules are the text alone, with its date and address', async ({ page, product }) => {
  await page.goto('/rules/building')
  await expect(heading(page)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(heading(page)).toBeVisible()
  await expect(page.getByText(/^Dernière modification le \d/)).toBeVisible()
  await expect(page.getByText(`${product.origin}/rules/building`)).toBeVisible()
  await expect(page.getByRole('table')).toBeVisible()
  for (const role of ['navigation', 'contentinfo', 'button', 'complementary'] as const) {
    await expect(page.getByRole(role)).toHaveCount(0)
  }
  await expect(page.getByRole('heading', { name: words('documents_related') })).toBeHidden()
  const colors = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body)
    return { color, backgroundColor }
  })
  expect(colors).toEqual({ color: 'rgb(0, 0, 0)', backgroundColor: 'rgb(255, 255, 255)' })
})

test('the guide of Kr leads to the packs and to the wallet', async ({ page }) => {
  await page.goto('/guide/kryptopoints')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: words('to_wallet') })).toBeVisible()
  await main.getByRole('link', { name: words('buy_kr') }).click()
  await expect(page).toHaveURL('/krypto-points')
})

/** The requested addresses outside of the product. */
function watchForeignRequests(page: Page, origin: string): readonly string[] {
  const found: string[] = []
  page.on('request', (request: Request) => {
    if (new URL(request.url()).origin !== origin) found.push(request.url())
  })
  return found
}
