import { randomBytes, randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import type { MakeTeamListingRequest } from '#contract/team.ts'
import { newListing } from '#domain/team.ts'
import { expectNoViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { holdEvents } from './hold-events.ts'
import { wordsOf } from './words.ts'

const words = wordsOf('fr')

test.use({ timezoneId: 'Europe/Paris' })

/** A maker of listings, as stored in their browser. */
interface Maker {
  readonly userId: string
  readonly userSecret: string
}

function newMaker(): Maker {
  return { userId: randomUUID(), userSecret: randomBytes(32).toString('base64url') }
}

async function makeListing(
  origin: string,
  { userId, userSecret }: Maker,
  said: Partial<MakeTeamListingRequest>,
): Promise<string> {
  const id = randomUUID()
  const response = await fetch(`${origin}/api/team-listings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${userSecret}` },
    body: JSON.stringify({
      ...newListing,
      description: 'Une annonce',
      discordUsername: 'sokol',
      ...said,
      id,
      creatorId: userId,
    }),
  })
  expect(response.status).toBe(201)
  return id
}

async function becomeMaker(context: BrowserContext, maker: Maker): Promise<void> {
  await context.addInitScript(({ userId, userSecret }) => {
    localStorage.setItem('userId', userId)
    localStorage.setItem('userSecret', userSecret)
  }, maker)
}

const cardOf = (page: Page, name: string) => page.getByRole('article', { name })
const chip = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })

const inEvenings = { from: 21, to: 1, timeZone: 'Europe/Moscow' }

test('a player who enters languages and hours sees who shares them, and tells nobody', async ({
  page,
  product,
}) => {
  const maker = newMaker()
  await makeListing(product.origin, maker, {
    discordUsername: 'moskvich',
    languages: ['ru', 'en'],
    usualHours: inEvenings,
  })
  await makeListing(product.origin, maker, { discordUsername: 'odinochka', languages: ['cs'] })
  // An event stream that opens late would refetch the list, which would be among the recorded requests.
  await holdEvents(page)
  const listens = page.waitForRequest('**/api/events*')
  await page.goto('/team')
  await listens
  await expect(cardOf(page, 'moskvich')).toBeVisible()
  await expect(page.getByText('Vous parlez tous deux')).toBeHidden()
  // The page's lazily loaded code is here before requests are recorded.
  await expect(page.getByText(words('team_match_habits_title'))).toBeVisible()
  await cardOf(page, 'moskvich').getByRole('button').first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await page.getByText(words('team_match_habits_title')).click()
  await chip(page, 'français').check()
  await chip(page, 'russe').check()
  await expect(cardOf(page, 'moskvich')).toContainText('Vous parlez tous deux russe')
  await page.getByRole('radio', { name: words('team_match_hours_fixed') }).check()
  await page.getByLabel(words('team_match_hours_from'), { exact: true }).selectOption('18')
  await page.getByLabel(words('team_match_hours_to'), { exact: true }).selectOption('18')
  await expect(page.getByText(words('team_match_hours_equal'))).toBeVisible()
  // For axe, an element half below the bar at the top is too small a target.
  await page.evaluate(() => scrollTo(0, 0))
  await expectNoViolations(page, 'own languages and hours')
  await page.getByLabel(words('team_match_hours_to'), { exact: true }).selectOption('22')
  await expect(page.getByText(words('team_match_hours_equal'))).toBeHidden()
  // In summer Paris is one hour behind Moscow, in winter two.
  const shared = /Vous jouez tous deux de (19|20):00 à 22:00 et parlez russe/
  await expect(cardOf(page, 'moskvich')).toContainText(shared)
  await expect(cardOf(page, 'odinochka')).toBeVisible()
  await expect(cardOf(page, 'odinochka')).not.toContainText('Vous ')
  expect(sent).toEqual([])

  await page.reload()
  await expect(cardOf(page, 'moskvich')).toContainText(shared)
  await cardOf(page, 'moskvich').getByRole('button').first().click()
  await expect(dialog).toContainText(shared)
  await expect(dialog).toContainText(/(19|20):00 – (23|00):00/)
  await expect(dialog).toContainText(/21:00 – 01:00 \(heure normale de Moscou\)/)
})

test('the numbers of languages and styles are limited', async ({ page }) => {
  await page.goto('/team/create')
  for (const name of ['PvP', 'PvE', 'Raid', 'Roleplay']) await chip(page, name).check()
  await expect(chip(page, 'Construction')).toBeDisabled()
  await expect(page.getByText(words('team_match_most_reached', { most: '4' }))).toBeVisible()
  await chip(page, 'PvE').uncheck()
  await chip(page, 'Construction').check()
})

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Asia/Kolkata' })

  test('a listing keeps the time zone of its hours', async ({ page, context, product }) => {
    const maker = newMaker()
    await becomeMaker(context, maker)
    const id = await makeListing(product.origin, maker, {
      discordUsername: 'voyageuse',
      usualHours: { from: 20, to: 23, timeZone: 'Europe/Paris' },
    })
    await page.goto(`/team/edit/${id}`)
    const from = page.getByLabel(words('team_match_hours_from'), { exact: true })
    await expect(from).toHaveValue('20')
    const zone = { zone: 'heure d’Europe centrale', ownZone: 'heure de l’Inde' }
    await expect(page.getByText(words('team_match_hours_other_zone', zone))).toBeVisible()
    await from.selectOption('19')
    await page.getByRole('button', { name: words('team_form_update') }).click()
    await expect(page).toHaveURL(/\/team$/)
    const answer = await fetch(`${product.origin}/api/team-listings/${id}`)
    expect(await answer.json()).toMatchObject({
      usualHours: { from: 19, to: 23, timeZone: 'Europe/Paris' },
    })

    await page.goto('/team/create')
    await expect(page.getByText(words('team_match_hours_other_zone', zone))).toBeVisible()
    await page.getByRole('button', { name: words('team_match_hours_take_own_zone') }).click()
    const own = words('team_match_hours_own_zone', { zone: zone.ownZone })
    await expect(page.getByText(own)).toBeFocused()
  })
})
