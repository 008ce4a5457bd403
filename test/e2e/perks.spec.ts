import type { Page } from '@playwright/test'
import { z } from 'zod'
import {
  shownDeliveryStates,
  listPerks,
  type PerkReminders,
  type PerkView,
} from '#contract/perks.ts'
import { addMonths } from '#domain/perks.ts'
import { cartItem, nameTagBody } from '#test/factories/checkout.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import { perkView } from '#test/factories/perk-view.ts'
import { expectNoViolations } from './axe.ts'
import { buyByRequests, chooseLanguage } from './buyer.ts'
import { expect, test } from './fixtures.ts'
import { heading, toasts } from './frame-parts.ts'
import { holdEvents } from './hold-events.ts'
import { allWidths, expectRoomForFingersIn, expectWordsToFit } from './measures.ts'
import { refuse } from './order-stories.ts'
import { productWords, wordsOf } from './words.ts'

const french = wordsOf('fr')
const russian = wordsOf('ru')
const main = (page: Page) => page.getByRole('main')
const queue = productWords('fr', 'priority-queue').label
const coloredName = productWords('fr', 'name-color-tag').label
const card = (page: Page, name: string) => page.getByRole('article', { name })

test.use({ viewport: { width: 390, height: 844 } })

test('a month bought twice is one perk with the sum, which one tap renews', async ({
  page,
  context,
  product,
}) => {
  const steamId = newSteamId()
  for (const items of [1, 2].map(() => [cartItem({ duration: 1, price: 10 })])) {
    await buyByRequests(context, product, { steamId, items, totalPrice: '10.00' })
  }
  const answer = await context.request.get('/api/perks')
  const [perk] = z.parse(listPerks.answer, await answer.json())
  expect(Date.parse(perk?.endsAt ?? '')).toBe(addMonths(Date.parse(perk?.startsAt ?? ''), 2))

  await page.goto('/perks')
  await expect(page.getByRole('heading', { name: steamId })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  const grants = card(page, queue).getByRole('listitem')
  await expect(grants.filter({ hasText: french('perks_source_order') })).toHaveCount(2)
  await card(page, queue).getByText(french('perks_history')).click()
  await expect(card(page, queue).getByText(french('perks_granted'))).toHaveCount(2)
  const delivered = french('delivery_verified_until', { date: '' }).slice(0, 12)
  await expect(card(page, queue).getByText(delivered)).toBeVisible()
  await expectNoViolations(page, 'perks')

  await card(page, queue)
    .getByRole('button', { name: french('perks_renew_of', { perk: queue }) })
    .click()
  await expect(heading(page)).toHaveText(french('cart_title'))
  await expect(main(page).getByText('Priority Queue', { exact: true })).toBeVisible()
  await expect(main(page).getByText(/^1\s+mois$/)).toBeVisible()
  await page.getByRole('link', { name: french('cart_checkout') }).click()
  await expect(page.getByLabel(french('player_steam_id'), { exact: false }).first()).toHaveValue(
    steamId,
  )
})

test('the colour of a name changes once a day, and that is remembered', async ({
  page,
  context,
  product,
}) => {
  const [steamId, color] = [newSteamId(), { r: 255, g: 140, b: 66 }]
  await buyByRequests(context, product, { ...nameTagBody({ color }), steamId })
  await page.goto('/perks')
  const preview = (hex: string) =>
    card(page, coloredName).getByText(
      french('tag_preview_label', { text: french('tag_preview_name'), color: hex }),
    )
  await expect(preview('#ff8c42')).toBeAttached()
  await page.getByRole('button', { name: french('color_open') }).click()
  await page.getByRole('button', { name: french('color_preset_ice') }).click()
  await expect(preview('#5cbeff')).toBeAttached()
  await expectNoViolations(page, 'perks with the editor of a colour')
  const next = card(page, coloredName).getByText(
    french('perks_color_next', { date: '' }).slice(0, 26),
  )
  // The event about the change comes before the answer.
  await page.route('**/api/perks/*/*/color', async (route) => {
    const response = await route.fetch()
    await expect(next).toBeVisible()
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: french('perks_color_save') }).click()
  await expect(toasts(page, french).getByText(french('perks_color_saved'))).toBeVisible()
  await expect(next).toBeFocused()

  await page.reload()
  await expect(preview('#5cbeff')).toBeAttached()
  await expect(next).toBeVisible()
  await expect(page.getByRole('button', { name: french('color_open') })).toBeHidden()
  await card(page, coloredName).getByText(french('perks_history')).click()
  await expect(card(page, coloredName).getByText(french('perks_colored'))).toBeVisible()
})

test.describe('a colour that was changed in another tab', () => {
  test.use({ expectedErrors: [/409/] })

  test('stays, and the editor says why', async ({ page }) => {
    const params = { color: { r: 255, g: 140, b: 66 } }
    await answerPerks(page, [perkView({ perk: 'name_tag_color', params })])
    await answerReminders(page)
    await page.route('**/api/perks/*/*/color', (route) => refuse(route, 'color_changed_today', 409))
    await page.goto('/perks')
    await page.getByRole('button', { name: french('color_open') }).click()
    await page.getByRole('button', { name: french('perks_color_save') }).click()
    await expect(page.getByRole('alert')).toContainText(french('perks_color_today'))
  })
})

// The longest words overflow first.
test('every state of a delivery has its words, they fit, and axe finds nothing', async ({
  page,
  context,
  product,
}) => {
  await chooseLanguage(context, product.origin, 'ru')
  await answerReminders(page, { direct: { chosen: false, refused: true } })
  await answerPerks(page, [
    ...shownDeliveryStates.map((state, number) =>
      perkView({
        steamId: `7656119800640953${number}`,
        delivery: { state, steps: [], until: '2026-11-12T10:05:00.000Z' },
      }),
    ),
    perkView({ perk: 'name_tag_color', params: { color: { r: 255, g: 0, b: 0 } } }),
    perkView({ perk: 'clan_tag_color', endsAt: null, history: [] }),
    perkView({ perk: 'of_old', startsAt: '2027-05-01T12:00:00.000Z' }),
  ])
  await page.goto('/perks')
  await expect(page.getByRole('article')).toHaveCount(shownDeliveryStates.length + 3)
  for (const state of ['sending', 'waiting_first_join', 'waiting_restart', 'suspended']) {
    await expect(page.getByText(russian(`delivery_${state}_text`))).toBeVisible()
  }
  await expect(page.getByText(russian('delivery_delayed_text'), { exact: false })).toBeVisible()
  await expect(page.getByText(russian('perks_part'))).toBeVisible()
  await expect(page.getByText(russian('reminders_refused_title'))).toBeVisible()
  await expectNoViolations(page, 'perks in every state')
  await expectRoomForFingersIn(page.getByRole('article').first(), 'perks')
  await expectWordsToFit(page, 'perks in every state', allWidths)
})

test('without perks the page shows where to get them, and asks a visitor to sign in', async ({
  page,
  context,
  product,
}) => {
  await chooseLanguage(context, product.origin, 'ru')
  await page.goto('/perks')
  await expect(page.getByText(russian('perks_empty_title'))).toBeVisible()
  await expect(page.getByText(russian('perks_elsewhere_visitor'))).toBeVisible()
  await expectNoViolations(page, 'no perks')
  await page
    .getByRole('list', { name: russian('perks_empty_tiles') })
    .getByRole('link', { name: new RegExp(`^${productWords('ru', 'priority-queue').title}`) })
    .click()
  await expect(page).toHaveURL('/donation/priority-queue')
})

test.describe('perks that cannot be loaded', () => {
  test.use({ expectedErrors: [/500|ERR_FAILED/] })

  test('appear after the next try, and stay when only a refetch fails', async ({ page }) => {
    await holdEvents(page)
    await answerReminders(page)
    await page.route('**/api/perks', (route) => refuse(route, 'internal_error', 500))
    await page.goto('/perks')
    await expect(page.getByText(french('perks_failed_title'))).toBeVisible()
    await answerPerks(page, [perkView()])
    await page.getByRole('button', { name: french('retry') }).click()
    await expect(card(page, queue)).toBeVisible()

    const asked = page.waitForEvent('requestfailed')
    await page.route('**/api/perks', (route) => route.abort())
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await asked
    await expect(page.getByText(french('perks_failed_title'))).toBeHidden()
    await expect(card(page, queue)).toBeVisible()
  })
})

test.describe('a reminder of an end', () => {
  const reminders: PerkReminders['reminders'] = [
    {
      steamId: '76561198006409530',
      perk: 'priority_queue',
      endsAt: new Date(Date.now() + 20 * 60 * 60 * 1000).toISOString(),
      kind: 'day_before',
    },
    {
      steamId: '76561198006409530',
      perk: 'name_tag_color',
      endsAt: '2026-03-01T12:00:00.000Z',
      kind: 'ended',
    },
  ]
  const closeButton = (page: Page, perk: string) =>
    page.getByRole('button', { name: french('reminder_close', { perk }) })
  const renewLink = (page: Page, perk: string) =>
    page.getByRole('link', { name: french('perks_renew_of', { perk }) })

  test('leads to what renews it, and stays closed in this browser', async ({ page }) => {
    await answerReminders(page, { reminders })
    await answerPerks(page, [perkView()])
    await buyHere(page)
    for (const address of ['/donation', '/perks']) {
      await page.goto(address)
      await expect(closeButton(page, queue)).toBeVisible()
      await expect(renewLink(page, coloredName)).toHaveAttribute('href', '/donation/name-color-tag')
    }
    await expectNoViolations(page, 'reminders')
    await page.goto('/')
    await expect(closeButton(page, coloredName)).toBeHidden()
    await expectNoViolations(page, 'home page with a reminder')
    await renewLink(page, queue).click()
    await expect(heading(page)).toHaveText(french('perks_title'))

    await closeButton(page, queue).click()
    await expect(closeButton(page, queue)).toBeHidden()
    await expect(main(page)).toBeFocused()
    await page.goto('/')
    await expect(closeButton(page, coloredName)).toBeVisible()
    await closeButton(page, coloredName).click()
    await page.reload()
    await expect(page.getByRole('list', { name: french('reminders_title') })).toBeHidden()
  })

  test('is not asked for by visitors who have bought nothing here', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    for (const address of ['/', '/perks']) {
      const session = page.waitForResponse('**/api/session')
      await page.goto(address)
      await session
      await expect(heading(page)).toBeVisible()
    }
    expect(asked).toContain('/api/session')
    expect(asked).not.toContain('/api/perk-reminders')
  })

  test('comes by Discord message to players who choose it', async ({ page }) => {
    await answerPerks(page, [perkView()])
    const sent: unknown[] = []
    await page.route('**/api/perk-reminders', async (route) => {
      const isChange = route.request().method() === 'PUT'
      if (isChange) sent.push(route.request().postDataJSON())
      const direct = { chosen: sent.length > 0, refused: false }
      await route.fulfill({ json: { reminders: [], answers: 0, direct } satisfies PerkReminders })
    })
    await page.goto('/perks')
    const choice = page.getByRole('switch', { name: french('reminders_direct') })
    await choice.check()
    await expect(choice).toBeChecked()
    await expect.poll(() => sent).toEqual([{ direct: true }])
    await page.reload()
    await expect(choice).toBeChecked()
  })
})

async function answerPerks(page: Page, perks: readonly PerkView[]): Promise<void> {
  await page.route('**/api/perks', (route) => route.fulfill({ json: perks }))
}

async function answerReminders(page: Page, changes: Partial<PerkReminders> = {}): Promise<void> {
  const json: PerkReminders = { reminders: [], answers: 0, direct: null, ...changes }
  await page.route('**/api/perk-reminders', (route) => route.fulfill({ json }))
}

/** Stores the Steam ID of a purchase, as the checkout does. */
async function buyHere(page: Page): Promise<void> {
  // A document of the same origin that loads nothing.
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.setItem('userSteamId', '76561198006409530'))
}
