import { chooseLanguage } from './buyer.ts'
import { expect, test } from './fixtures.ts'
import { heading } from './frame-parts.ts'
import { watchLayoutShifts } from './layout-shifts.ts'
import { wordsOf } from './words.ts'

const words = wordsOf('fr')

test.use({ timezoneId: 'Europe/Moscow' })

test('a newcomer sees at a glance whether the server is up, how to join and when raids are', async ({
  page,
}) => {
  const readShift = await watchLayoutShifts(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.clock.setFixedTime('2026-11-21T12:00:00Z')
  await page.goto('/')
  const live = page.getByRole('link', { name: new RegExp(`^${words('servers_online')} `) })
  await expect(live).toContainText(/\d+ \/ \d+/)
  await expect(page.getByText(/Ouverts\s: encore 1\sj\s11\sh/)).toBeVisible()
  await expect(page.getByText('Du vendredi 19:00 au dimanche 23:59 GMT')).toBeVisible()
  // Three hours ahead of the times in the rules.
  await expect(page.getByText('vendredi 22:00 – lundi 02:59')).toBeVisible()
  await page.getByRole('link', { name: words('home_rules_link') }).scrollIntoViewIfNeeded()
  expect(await readShift()).toBeLessThan(0.01)

  await page.clock.setFixedTime('2026-11-25T18:30:00Z')
  await expect(page.getByText(/Ouverture dans 2\sj/)).toBeVisible()
  await live.click()
  await expect(heading(page)).toHaveText(words('servers_title'))
})

test('the landing page leads through every step of joining', async ({ page }) => {
  await page.goto('/')
  await page
    .getByRole('main')
    .getByRole('link', { name: words('section_join') })
    .click()
  await expect(heading(page)).toHaveText(words('section_join'))
  const main = page.getByRole('main')
  await expect(main.getByRole('list').first().getByRole('heading', { level: 2 })).toHaveCount(6)
  await expect(main.getByRole('button', { name: words('servers_copy') })).toBeEnabled()
  await expect(main.getByRole('link', { name: words('join_game_link') })).toHaveAttribute(
    'href',
    /^https:\/\/store\.steampowered\.com\/app\/221100\//,
  )
  await main.getByRole('link', { name: words('join_after_staff') }).click()
  await expect(heading(page)).toHaveText(words('section_staff'))
})

test('the staff is introduced in the reader’s language', async ({ page, context, product }) => {
  await chooseLanguage(context, product.origin, 'ru')
  const russian = wordsOf('ru')
  await page.goto('/meet-the-team')
  const founder = page.getByRole('article').filter({ hasText: russian('staff_founder_text') })
  await expect(founder).toContainText('французский и английский')
  await expect(
    page.getByRole('main').getByRole('link', { name: russian('staff_reach_link') }),
  ).toHaveAttribute('href', /^https:/)
})
