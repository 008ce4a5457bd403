import { shippedDocuments } from '#test/shipped-documents.ts'
import { expect, test } from './fixtures.ts'
import { heading } from './frame-parts.ts'
import { wordsOf } from './words.ts'

const words = wordsOf('fr')

test('the footer leads to the legal texts and the news', async ({ page }) => {
  await page.goto('/team')
  const footer = page
    .getByRole('contentinfo')
    .getByRole('navigation', { name: words('footer_legal') })
  for (const [name, address] of [
    ['footer_legal_notice', '/legal/notice'],
    ['footer_legal_terms', '/legal/terms'],
    ['footer_legal_privacy', '/legal/privacy'],
    ['news_title', '/news'],
  ] as const) {
    await footer.getByRole('link', { name: words(name) }).click()
    await expect(page).toHaveURL(address)
    await expect(heading(page)).toHaveText(words(name))
  }
})

test('the legal texts name the seller, are marked as samples, and lead to each other', async ({
  page,
}) => {
  await page.goto('/legal/notice')
  const main = page.getByRole('main')
  await expect(main.getByRole('listitem').filter({ hasText: /Nom\s: SAMPLE/ })).toHaveCount(2)
  await expect(main.getByText(/^Exemple\. .* marquées SAMPLE sont inventées/)).toBeVisible()
  // What the owner left out has no line.
  await expect(main.getByText(/Téléphone/)).toHaveCount(0)
  await expect(main.getByRole('link', { name: 'SAMPLE@example.org' }).first()).toHaveAttribute(
    'href',
    'mailto:SAMPLE@example.org',
  )
  await main
    .getByRole('region', { name: words('documents_related') })
    .getByRole('link', { name: /Conditions de vente/ })
    .click()
  await expect(page).toHaveURL('/legal/terms')
  const terms = shippedDocuments.list('fr').documents.find(({ slug }) => slug === 'terms')
  await expect(main.getByRole('time')).toHaveAttribute('datetime', terms?.changed ?? '')
})

test('the news are listed from the latest to the oldest, each with a page of its own', async ({
  page,
}) => {
  await page.goto('/news')
  const items = page.getByRole('main').getByRole('listitem')
  const days = await items
    .getByRole('time')
    .evaluateAll((times) => times.map((time) => time.getAttribute('datetime') ?? ''))
  expect(days.length).toBeGreaterThan(1)
  expect(days).toEqual(days.toSorted().toReversed())
  const latest = items.first().getByRole('link')
  const address = (await latest.getAttribute('href')) ?? ''
  await latest.click()
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('main').getByRole('time')).toHaveAttribute('datetime', days[0] ?? '')
  await page
    .getByRole('main')
    .getByRole('link', { name: words('news_title') })
    .click()
  await expect(page).toHaveURL('/news')
})
