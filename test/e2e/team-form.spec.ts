import type { Page, Route } from '@playwright/test'
import type { ProblemCode } from '#contract/problem.ts'
import { z } from 'zod'
import { createVisitor } from '#test/visitor.ts'
import { expectNoViolations } from './axe.ts'
import { chooseLanguage } from './buyer.ts'
import { clickTwice } from './click-twice.ts'
import { signInByRequests } from './discord-sign-in.ts'
import { expect } from './fixtures.ts'
import { heading, toasts } from './frame-parts.ts'
import { tabTo } from './keyboard.ts'
import { expectNoSideways, expectRoomForFingers } from './measures.ts'
import { listingBody, teamPlayer, test } from './team-players.ts'
import { wordsOf, type Words } from './words.ts'

const french = wordsOf('fr')

/** The fields of the form, by their labels. */
function formOn(page: Page, words: Words = french) {
  const text = (key: string) => page.getByRole('textbox', { name: words(key), exact: true })
  const button = (key: string) => page.getByRole('button', { name: words(key), exact: true })
  return {
    type: (type: 'LFG' | 'LFT') => page.getByRole('radio', { name: type }),
    hours: text('team_form_game_hours'),
    age: text('team_form_age'),
    microphone: page.getByRole('switch', { name: words('team_form_microphone') }),
    description: text('team_form_description'),
    discordName: text('team_form_discord'),
    post: button('team_form_post'),
    update: button('team_form_update'),
    cancel: page.getByRole('link', { name: words('team_form_cancel'), exact: true }),
    sees: (key: string, inputs?: Readonly<Record<string, string>>) =>
      expect(page.getByText(words(key, inputs)).first()).toBeVisible(),
  }
}

const answer = (code: ProblemCode, status: number, more: object = {}, headers = {}) => {
  return (route: Route): Promise<void> =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status, headers, json: { code, message: code, ...more } })
}

test('the form has its defaults, brings numbers within their limits and asks for what is required', async ({
  page,
}) => {
  const form = formOn(page)
  await page.goto('/team/create')
  await expect(form.type('LFG')).toBeChecked()
  await expect(form.hours).toHaveValue('0')
  await expect(form.age).toHaveValue('18')
  await expect(form.microphone).toBeChecked()

  for (const [typed, settled] of [
    ['200', '99'],
    ['3', '13'],
    ['vieux', '18'],
    ['', '18'],
  ] as const) {
    await form.age.fill(typed)
    await form.age.blur()
    await expect(form.age).toHaveValue(settled)
    await form.sees('team_form_corrected', { value: settled })
  }
  await form.hours.fill('-5')
  await form.age.fill('45')
  await expect(form.hours).toHaveValue('0')
  await form.hours.fill('beaucoup')

  let posts = 0
  page.on('request', (request) => (posts += request.method() === 'POST' ? 1 : 0))
  await form.discordName.fill('   ')
  await form.post.click()
  await expect(form.hours).toHaveValue('0')
  await expect(toasts(page, french)).toContainText(french('team_form_missing'))
  await expect(form.description).toBeFocused()
  await expect(form.description).toHaveAccessibleDescription(
    new RegExp(french('team_form_description_missing')),
  )
  await expect(form.discordName).toHaveAccessibleDescription(
    new RegExp(french('team_form_discord_missing')),
  )
  await expectNoViolations(page, 'a listing form with errors')
  await expectNoSideways(page, 'a listing form with errors')
  await form.description.fill('a'.repeat(300))
  await expectNoSideways(page, 'a listing form with a very long word')

  await form.description.fill('Venez sur discord.gg/abc')
  await expect(form.description).toHaveAccessibleDescription(
    new RegExp(french('team_form_web_address')),
  )
  await form.discordName.fill('sokol')
  await form.post.click()
  await expect(form.description).toBeFocused()
  expect(posts).toBe(0)
})

test('a double press makes one listing, which its maker finds, edits, renews and deletes @translated', async ({
  page,
}) => {
  const form = formOn(page)
  const player = teamPlayer(page)
  await page.goto('/team/create')
  await form.type('LFT').check()
  await form.hours.fill('1 200')
  await form.age.fill('31')
  await page.getByRole('radio', { name: '3', exact: true }).check()
  await form.microphone.uncheck()
  await form.description.fill('Double pression\nsur deux lignes')
  await form.discordName.fill('sokol')
  await page.getByRole('checkbox', { name: 'français' }).check()
  await clickTwice(form.post)
  await expect(page).toHaveURL('/team')
  await player.told('team_form_made')
  await expect(player.own('Double pression')).toHaveCount(1)
  const listed = await page.request.get('/api/team-listings?search=double+pression')
  expect(await listed.json()).toMatchObject([
    {
      type: 'LFT',
      gameHours: 1200,
      age: 31,
      hasMicrophone: false,
      groupSize: 3,
      description: 'Double pression\nsur deux lignes',
      discordUsername: 'sokol',
      languages: ['fr'],
    },
  ])

  // The next one starts with the player's own details, but without the last listing's text.
  await page.goto('/team/create')
  await expect(form.discordName).toHaveValue('sokol')
  await expect(page.getByRole('checkbox', { name: 'français' })).toBeChecked()
  await expect(form.description).toHaveValue('')
  await form.cancel.click()

  await player.edit(player.own('Double pression')).click()
  await expect(form.type('LFT')).toBeChecked()
  await expect(form.hours).toHaveValue('1200')
  await expect(form.microphone).not.toBeChecked()
  await form.description.fill('Une seule pression')
  await clickTwice(form.update)
  await expect(page).toHaveURL('/team')
  await player.told('team_form_changed')

  const renew = player.button('team_form_renew', player.own('Une seule pression'))
  await renew.press('Enter')
  await player.told('team_form_renewed')
  await expect(renew).toBeFocused()

  const dialog = await player.askToDelete('Une seule pression')
  await expect(dialog).toContainText('Une seule pression')
  await expectNoViolations(page, 'the question before deleting')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(player.button('team_list_delete', player.own('Une seule pression'))).toBeFocused()

  await player.askToDelete('Une seule pression')
  await player.button('team_form_delete', dialog).click()
  await player.told('team_form_deleted')
  await expect(player.ownListings).toHaveCount(0)
  await expect(heading(page)).toBeFocused()
})

test('what was typed survives a reload and other pages, until it is posted or cleared away', async ({
  page,
}) => {
  const form = formOn(page)
  const player = teamPlayer(page)
  await page.goto('/team/create')
  await form.type('LFT').check()
  await form.age.fill('27')
  await form.description.fill('Brouillon à garder')
  await page.getByRole('checkbox', { name: 'PvP', exact: true }).check()
  await page.reload()
  await expect(form.description).toHaveValue('Brouillon à garder')
  await form.cancel.click()
  await expect(page).toHaveURL('/team')
  await page.goto('/team/create')
  await expect(form.type('LFT')).toBeChecked()
  await expect(form.age).toHaveValue('27')
  await expect(form.description).toHaveValue('Brouillon à garder')
  await expect(page.getByRole('checkbox', { name: 'PvP', exact: true })).toBeChecked()
  await form.discordName.fill('mira')
  await form.post.click()
  await player.told('team_form_made')

  await player.edit(player.own('Brouillon à garder')).click()
  await form.description.fill('Brouillon d’un changement')
  await page.reload()
  await expect(form.description).toHaveValue('Brouillon d’un changement')
  await form.update.click()
  await player.told('team_form_changed')
  await page.goto('/team/create')
  await expect(form.description).toHaveValue('')
})

test.describe('refusals of the server', () => {
  test.use({ expectedErrors: [/409|422|429|403|500/] })

  test('stand at their fields or say what to do, and what was typed stays', async ({ page }) => {
    const form = formOn(page)
    await page.goto('/team/create')
    await form.description.fill('Refusée pour commencer')
    await form.discordName.fill('mira')
    const refuse = async (...refusal: Parameters<typeof answer>) => {
      await page.unrouteAll()
      await page.route('**/api/team-listings', answer(...refusal))
      await form.post.click()
    }

    const message = 'refused'
    await refuse('validation_failed', 422, {
      errors: [{ path: 'discordUsername', code: 'too_big', message }],
    })
    await expect(form.discordName).toBeFocused()
    await expect(form.discordName).toHaveAccessibleDescription(
      new RegExp(french('team_form_field_refused')),
    )
    await form.discordName.fill('mira.bis')

    await refuse('too_many_listings', 409)
    await form.sees('team_form_too_many', { most: '5' })
    await expect(
      page.getByRole('link', { name: french('team_form_own_listings_link') }),
    ).toBeVisible()
    await expectNoViolations(page, 'a listing that was refused')

    await refuse('forbidden', 403)
    await form.sees('team_form_forbidden')
    await expect(form.description).toHaveValue('Refusée pour commencer')

    await refuse('rate_limited', 429, {}, { 'retry-after': '600' })
    await expect(page).toHaveURL('/team')
    const player = teamPlayer(page)
    await player.told('team_form_made_waiting')
    await expect(toasts(page, french)).toContainText(
      french('team_form_waits_for_time', { time: '' }).trim().replace(/\.$/, '').trim(),
    )
    await expect(player.own('Refusée pour commencer')).toContainText(french('team_list_waiting'))
  })
})

test('a listing that does not exist or belongs to others is not found, and Back does not lead there again', async ({
  page,
  product,
  extraHTTPHeaders,
}) => {
  const stranger = createVisitor(product.origin)
  const body = listingBody('D’un autre', 'tanuki')
  const made = await stranger.post('/api/team-listings', body, extraHTTPHeaders)
  const foreignId = z.string().parse(made.body['id'])
  await page.goto('/rules')
  for (const unknown of [foreignId, '0b7c9f1e-4f53-4c3e-9b0e-d3c1a2b4f5e6', 'x']) {
    await page.goto(`/team/edit/${unknown}`)
    await expect(page).toHaveURL('/team')
    await expect(toasts(page, french)).toContainText(french('team_form_not_found'))
  }
  await page.goBack()
  await expect(page).not.toHaveURL(/edit/)
})

test('a change made elsewhere is noticed, and what was typed stays until its writer decides', async ({
  page,
  context,
}) => {
  const form = formOn(page)
  const player = teamPlayer(page)
  await player.open()
  await player.post('Version un', 'sokol')
  await player.edit(player.own('Version un')).click()
  await expect(form.description).toHaveValue('Version un')

  const other = teamPlayer(await context.newPage())
  await other.open()
  await other.change('Version un', 'Version deux')
  await expect(form.description).toHaveValue('Version deux')
  await form.sees('team_form_changed_elsewhere_followed')

  await form.age.fill('44')
  await other.change('Version deux', 'Version trois')
  await form.sees('team_form_changed_elsewhere')
  await expect(form.description).toHaveValue('Version deux')
  await expectNoViolations(page, 'a form whose listing changed elsewhere')
  await player.button('team_form_keep_typed').press('Enter')
  await expect(form.description).toBeFocused()
  await expect(page.getByText(french('team_form_changed_elsewhere_followed'))).toHaveCount(0)
  await expect(form.description).toHaveValue('Version deux')
  await expect(form.age).toHaveValue('44')

  await other.change('Version trois', 'Version trois bis')
  await player.button('team_form_take_over').press('Enter')
  await expect(form.description).toBeFocused()
  await form.sees('team_form_changed_elsewhere_followed')
  await expect(form.description).toHaveValue('Version trois bis')
  await expect(form.age).toHaveValue('18')

  await form.description.fill('Version quatre')
  const dialog = await other.askToDelete('Version trois')
  await other.button('team_form_delete', dialog).click()
  await form.sees('team_form_deleted_elsewhere')
  // The form stays while the page refetches the player's listings in the background.
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/api/own-team-listings', async (route) => {
    asked.resolve()
    await answered.promise
    await route.continue()
  })
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await asked.promise
  await expect(form.description).toHaveValue('Version quatre')
  answered.resolve()
  await player.button('team_form_post_anew').click()
  await expect(page).toHaveURL('/team')
  await player.told('team_form_made')
  await expect(player.own('Version quatre')).toHaveCount(1)
})

test('a signed-in player’s name is there, and what ended or was removed says so instead of being edited', async ({
  page,
  context,
}) => {
  const form = formOn(page)
  const player = teamPlayer(page)
  await signInByRequests(context, 'plain')
  await page.goto('/team/create')
  await expect(form.discordName).toHaveValue('lesnik_89')
  await form.sees('team_form_discord_account', { name: 'lesnik_89' })
  await form.description.fill('Bientôt terminée')
  await form.post.click()
  await player.told('team_form_made')
  const href = z.string().parse(await player.edit(player.own('Bientôt')).getAttribute('href'))

  const answerOwnAs = async (changes: object) => {
    await page.unrouteAll()
    await page.route('**/api/own-team-listings', async (route) => {
      const own = z.array(z.looseObject({})).parse(await (await route.fetch()).json())
      await route.fulfill({ json: own.map((listing) => ({ ...listing, ...changes })) })
    })
    await page.goto(href)
  }
  await answerOwnAs({ state: 'ended', expiresAt: '2026-01-02T12:00:00.000Z' })
  await form.sees('team_form_ended_text')
  await expectNoViolations(page, 'the form of a listing that ended')
  await player.button('team_form_renew').click()
  await player.told('team_form_renewed')
  await expect(page.getByText(french('team_form_ended_text'))).toBeHidden()

  await answerOwnAs({ state: 'removed', removalReason: 'Propos insultants' })
  await form.sees('team_form_removed')
  await expect(page.getByRole('main')).toContainText('Propos insultants')
  await expect(form.update).toHaveCount(0)
  await expectNoViolations(page, 'the form of a listing that was removed')
})

test('the keyboard alone posts a listing, and the form fits in Russian', async ({
  page,
  context,
  product,
}) => {
  const words = wordsOf('ru')
  const form = formOn(page, words)
  await chooseLanguage(context, product.origin, 'ru')
  await page.goto('/team/create')
  await expect(form.description).toBeEnabled()
  await expectNoViolations(page, 'the listing form in Russian')
  await expectNoSideways(page, 'the listing form in Russian')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectRoomForFingers(page, 'the listing form in Russian', words)

  await tabTo(page, form.type('LFG'))
  await page.keyboard.press('ArrowDown')
  await expect(form.type('LFT')).toBeChecked()
  await tabTo(page, form.age)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('29')
  await tabTo(page, form.description)
  await page.keyboard.type('Клавиатура')
  await tabTo(page, form.discordName)
  await page.keyboard.type('mira')
  await tabTo(page, form.post)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toBeFocused()
  await expect(toasts(page, words)).toContainText(words('team_form_made'))
})
