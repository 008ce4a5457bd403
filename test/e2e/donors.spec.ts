import type { Locator, Page } from '@playwright/test'
import type { Donor } from '#contract/donors.ts'
import { createSandboxControl } from '#test/sandbox-control.ts'
import { expectNoViolations } from './axe.ts'
import { chooseLanguage, shopper } from './buyer.ts'
import { expect, test } from './fixtures.ts'
import { heading, openByLink } from './frame-parts.ts'
import { answerDonors, refuse } from './order-stories.ts'
import { wordsOf } from './words.ts'

const french = wordsOf('fr')
const donors: readonly Donor[] = [
  { name: 'Crystal Hunter', rank: 'S', totalSpentCents: 61_200, avatarUrl: null },
  {
    name: 'Очень длинное имя донатера с острова',
    rank: 'A',
    totalSpentCents: 31_050,
    avatarUrl: null,
  },
  ...Array.from({ length: 12 }, (_, index) => ({
    name: `Survivor ${index}`,
    rank: 'E' as const,
    totalSpentCents: 1500 - index,
    avatarUrl: null,
  })),
]

function ranking(page: Page): Locator {
  return page.getByRole('main').getByRole('list', { name: french('donation_donors_title') })
}

test('a donor who chose to be named is ranked until a refund', async ({
  page,
  context,
  product,
}) => {
  const buyer = shopper(page, 'fr')
  const onlooker = await context.newPage()
  const listens = onlooker.waitForResponse('**/api/events*')
  await onlooker.goto('/donation')
  await listens
  await buyer.putIntoCart('reset-enemies-stats')
  await buyer.fillCheckout()
  await page.getByLabel('Nom Discord').first().fill('ranked-sokol')
  await buyer.payButton().click()
  const askedAgain = onlooker.waitForRequest('**/api/donors')
  await buyer.pay()
  await askedAgain
  await onlooker.close()

  await expect(page).toHaveURL('/')
  await page.goto('/orders')
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.getByRole('switch', { name: french('orders_donor') }).check()
  await saved
  await page.goto('/donation')
  const entry = ranking(page).getByRole('listitem').filter({ hasText: 'ranked-sokol' })
  await expect(entry).toContainText(/100\s€/)
  await expect(entry).toContainText(french('donation_donors_rank', { rank: 'C' }))

  const { orders } = await (await page.request.get('/api/orders')).json()
  await createSandboxControl(product.sandboxOrigin).refund(orders[0].transactionId)
  await expect
    .poll(async () => (await page.request.get('/api/donors')).text())
    .not.toContain('ranked-sokol')
  await page.reload()
  // Other journeys may have donors of their own.
  await expect(
    ranking(page).or(page.getByText(french('donation_donors_empty'), { exact: true })),
  ).toBeVisible()
  await expect(entry).toBeHidden()
})

test('an empty ranking says so, and the tiles above it lead to their pages', async ({ page }) => {
  await answerDonors(page, [])
  await openByLink(page, french, 'nav_donation')
  await expect(
    page.getByText('Aucun donateur pour le moment. Soyez le premier !', { exact: true }),
  ).toBeVisible()
  const tiles = page.getByRole('list', { name: french('donation_tiles_label') }).getByRole('link')
  const addresses = await tiles.evaluateAll((links) =>
    links.map((link) => link.getAttribute('href')),
  )
  expect(addresses).toEqual([
    '/donation/priority-queue',
    '/donation/color-tag',
    '/donation/skin',
    '/donation/extras',
  ])
})

test('ten donors show at first, all on request, in Russian on a narrow screen', async ({
  page,
  product,
}) => {
  const words = wordsOf('ru')
  await chooseLanguage(page.context(), product.origin, 'ru')
  await page.setViewportSize({ width: 320, height: 800 })
  await answerDonors(page, donors)
  await openByLink(page, words, 'nav_donation')
  const list = page.getByRole('main').getByRole('list', { name: words('donation_donors_title') })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  await expect(list.getByRole('listitem').first()).toContainText(/Crystal Hunter612\s€/)
  await expectNoViolations(page, 'donors')
  await page.getByRole('button', { name: words('donation_donors_all', { count: '14' }) }).click()
  await expect(list.getByRole('listitem')).toHaveCount(donors.length)
  await expect(list).toBeFocused()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})

test.describe('a ranking that cannot be loaded', () => {
  test.use({ expectedErrors: [/500/] })

  test('says so beside working tiles, and appears after the next try', async ({ page }) => {
    await page.route('**/api/donors', (route) => refuse(route, 'internal_error', 500))
    await openByLink(page, french, 'nav_donation')
    await expect(page.getByText(french('donation_donors_failed'))).toBeVisible()
    await expectNoViolations(page, 'donors that failed')
    await answerDonors(page, donors)
    await page.getByRole('button', { name: french('retry') }).click()
    await expect(ranking(page)).toBeVisible()
    await page.getByRole('link', { name: /^File prioritaire/ }).click()
    await expect(heading(page)).toHaveText('File prioritaire')
  })
})
