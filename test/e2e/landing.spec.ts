import { formatKr } from '#web/i18n/format.ts'
import { expectNoViolations } from './axe.ts'
import { chooseLanguage } from './buyer.ts'
import { expect, fromOwnNetwork, test } from './fixtures.ts'
import { bar, heading } from './frame-parts.ts'
import { holdEvents } from './hold-events.ts'
import { watchLayoutShifts } from './layout-shifts.ts'
import { skinStaff } from './skin-shop-staff.ts'
import { listingBody } from './team-players.ts'
import { productWords, wordsOf } from './words.ts'

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

test('the landing page shows the newest skins and listings, and leads to what there is to buy', async ({
  page,
  request,
  product,
}) => {
  const staff = await skinStaff(product, '10.9.1.1')
  await staff.sell('Cape des Brumes', 350)
  const data = listingBody('Deux joueurs pour tenir un phare.', 'gardienne')
  const posted = await request.post('/api/team-listings', { data, headers: fromOwnNetwork() })
  expect(posted.status()).toBe(201)
  await page.goto('/')
  const region = (key: string) => page.getByRole('region', { name: words(key) })
  await expect(
    region('home_skins_title').getByRole('link', { name: /Cape des Brumes/ }),
  ).toContainText(formatKr(350))
  await expect(
    region('home_listings_title').getByRole('link', { name: /gardienne/ }),
  ).toContainText('Deux joueurs pour tenir un phare.')
  const offers = region('donation_eyebrow')
  const queue = productWords('fr', 'priority-queue').title
  await expect(offers.getByRole('link', { name: queue })).toHaveText(/Dès\s10\s€$/)
  await expect(offers.getByRole('link', { name: words('wallet_title') })).toBeVisible()
  await offers.getByRole('link', { name: words('get_kr') }).click()
  await expect(page).toHaveURL('/krypto-points')
  await bar(page, words)
    .getByRole('link', { name: words('nav_donation') })
    .click()
  await page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(`^${words('section_reskins')}`) })
    .click()
  await expect(heading(page)).toHaveText(words('section_reskins'))
  await page
    .getByRole('list', { name: words('reskin_tiles_label') })
    .getByRole('link', { name: new RegExp(`^${words('reskin_weapon')}`) })
    .click()
  await page.getByRole('link', { name: new RegExp(`^${words('reskin_other')}`) }).click()
  await expect(heading(page)).toHaveText(words('coming_soon_title'))
})

test.describe('without answers', () => {
  test.use({ expectedErrors: [/500/] })

  test('the landing page says that nothing is on sale yet, and loads the listings again', async ({
    page,
  }) => {
    // An event stream that opens late would refetch before the press.
    await holdEvents(page)
    await page.route('**/api/shop-items', (route) => route.fulfill({ json: [] }))
    await page.route('**/api/team-listings', (route) => route.fulfill({ status: 500 }))
    await page.goto('/')
    await expect(page.getByText(words('shop_empty_text'))).toBeVisible()
    await expect(page.getByText(words('team_list_failed_title'))).toBeVisible()
    await expectNoViolations(page, 'landing page without listings')
    await page.route('**/api/team-listings', (route) => route.fulfill({ json: [] }))
    await page.getByRole('button', { name: words('retry') }).click()
    await expect(
      page.getByRole('main').getByRole('link', { name: words('team_list_create') }),
    ).toHaveAttribute('href', '/team/create')
  })
})
