import type { Page } from '@playwright/test'
import { z } from 'zod'
import { createVisitor } from '#test/visitor.ts'
import { signInByRequests } from './discord-sign-in.ts'
import { expect } from './fixtures.ts'
import { listingBody, postByRequest, test, type TeamPlayer } from './team-players.ts'
import { wordsOf } from './words.ts'

const french = wordsOf('fr')

// The browser logs failed requests. The answer to the older of two edits is 409.
test.use({
  serviceWorkers: 'allow',
  expectedErrors: [
    /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|ERR_FAILED|Failed to fetch|409.*team-listings/,
  ],
})

test('offline the list opens, a listing is posted and edited, and all of it is sent later', async ({
  newPlayer,
  product,
  extraHTTPHeaders,
}) => {
  const stranger = createVisitor(product.origin)
  const before = listingBody('Escouade du soir, micro requis', 'tanuki')
  expect((await stranger.post('/api/team-listings', before, extraHTTPHeaders)).status).toBe(201)
  const [player, reader] = [await newPlayer(), await newPlayer()]
  await Promise.all([player.open(), reader.open()])
  await expect(player.card('Escouade du soir')).toBeVisible()
  await untilKept(player.page)

  await goOffline(player)
  await expect(player.card('Escouade du soir')).toBeVisible()
  await expect(
    player.page.getByText(french('team_list_offline_title'), { exact: true }),
  ).toBeVisible()

  await player.post('Écrite dans le métro', 'sokol')
  await player.told('team_form_made_waiting')
  await player.page.reload()
  await expect(player.own('Écrite dans le métro')).toContainText(french('team_list_waiting'))
  await player.edit(player.own('Écrite dans le métro')).click()
  await expect(player.description).toHaveValue('Écrite dans le métro')
  await player.page.reload()
  await expect(player.description).toHaveValue('Écrite dans le métro')
  await player.description.fill('Écrite entre deux stations')
  await player.button('team_form_update').click()
  await expect(player.own('Écrite entre deux stations')).toContainText(french('team_list_waiting'))
  await expect(reader.card('Écrite')).toHaveCount(0)

  // Messages disappear by themselves, so they are awaited before they appear.
  await Promise.all([player.told('team_sending_made'), player.page.context().setOffline(false)])
  await expect(reader.card('Écrite')).toHaveCount(1)
  await expect(reader.card('Écrite')).toContainText('Écrite entre deux stations')
  await expect(player.card('Écrite entre deux stations')).toHaveCount(1)
  await expect(player.own('Écrite')).not.toContainText(french('team_list_waiting'))

  await goOffline(player)
  const lastHeard = '2026-01-01T12:00:00.000Z'
  await player.page.evaluate((time) => {
    localStorage.setItem('teamListingsSeenAt', time)
  }, lastHeard)
  const asked = await player.askToDelete('Écrite entre deux stations')
  await player.button('team_form_delete', asked).click()
  await expect(player.ownListings).toHaveCount(0)
  // A change made offline does not come from the server.
  expect(await player.page.evaluate(() => localStorage.getItem('teamListingsSeenAt'))).toBe(
    lastHeard,
  )
  await expect(player.card('Écrite')).toHaveCount(0)
  await expect(reader.card('Écrite')).toBeVisible()
  await player.page.reload()
  await expect(player.card('Escouade du soir')).toBeVisible()
  await expect(player.card('Écrite')).toHaveCount(0)
  await player.page.context().setOffline(false)
  await expect(reader.card('Écrite')).toHaveCount(0)
})

test('the newer of two edits stays, whichever device was offline', async ({ newPlayer }) => {
  const [away, home] = [await newPlayer(), await newPlayer()]
  for (const { page } of [away, home]) await signInByRequests(page.context(), 'mallory')
  await postByRequest(home.page.context(), 'Départ à 20 h', 'mallory')
  await away.page.clock.install()
  await away.open()
  await untilKept(away.page)
  await home.open()
  await expect(home.own('Départ à 20 h')).toBeVisible()

  await goOffline(away)
  await away.change('Départ à 20 h', 'Départ à 21 h')
  await letSecondsPass(away)
  await home.change('Départ à 20 h', 'Départ à 22 h')
  await Promise.all([
    away.told('team_sending_overtaken_title'),
    away.page.context().setOffline(false),
  ])
  await expect(away.own('Départ à 22 h')).toBeVisible()
  await expect(away.card('Départ à 22 h')).toBeVisible()
  await expect(home.card('Départ à 22 h')).toBeVisible()

  await goOffline(away)
  await home.change('Départ à 22 h', 'Départ à 23 h')
  await away.change('Départ à 22 h', 'Départ à minuit')
  await Promise.all([
    away.told('team_sending_overtook_title'),
    away.page.context().setOffline(false),
  ])
  await expect(away.card('Départ à minuit')).toBeVisible()
  await expect(home.own('Départ à minuit')).toBeVisible()
  await expect(home.card('Départ à minuit')).toBeVisible()

  // A listing that somebody is still writing is not deleted while they do.
  await goOffline(away)
  const asked = await away.askToDelete('Départ à minuit')
  await away.button('team_form_delete', asked).click()
  await expect(away.ownListings).toHaveCount(0)
  await letSecondsPass(away)
  await home.change('Départ à minuit', 'Départ à l’aube')
  await Promise.all([
    away.told('team_sending_overtaken_title'),
    away.page.context().setOffline(false),
  ])
  await expect(away.own('Départ à l’aube')).toBeVisible()
  await expect(away.card('Départ à l’aube')).toBeVisible()
})

test('two tabs of one browser post a waiting listing once', async ({ newPlayer, product }) => {
  const player = await newPlayer()
  await player.open()
  await untilKept(player.page)
  const context = player.page.context()
  const secondTab = await context.newPage()
  await secondTab.goto('/team')
  await expect(
    secondTab.getByRole('link', { name: french('team_list_create') }).first(),
  ).toBeVisible()
  const posts: string[] = []
  context.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/team-listings')) {
      posts.push(request.url())
    }
  })
  await goOffline(player)
  await player.post('Une seule fois', 'sokol')
  await expect(secondTab.getByText('Une seule fois')).toBeVisible()
  await context.setOffline(false)
  for (const tab of [player.page, secondTab]) {
    await expect(tab.getByRole('article').filter({ hasText: 'Une seule fois' })).toHaveCount(1)
  }
  expect(posts).toHaveLength(1)
  const answer = await fetch(`${product.origin}/api/team-listings?search=Une%20seule%20fois`)
  expect(z.array(z.unknown()).parse(await answer.json())).toHaveLength(1)
})

/** With a reload, because the browser keeps an event stream that was already open. */
async function goOffline({ page }: TeamPlayer): Promise<void> {
  await page.context().setOffline(true)
  await page.reload()
}

/** Waits until the pages of the team finder are on the device. */
async function untilKept(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const whole = await caches.match('/saved-at')
        return whole !== undefined && (await caches.match('/team')) !== undefined
      }),
    )
    .toBe(true)
}

/** Waits that many seconds on this device, because an edit is sent with its age in whole seconds. */
async function letSecondsPass({ page }: TeamPlayer): Promise<void> {
  const now = await page.evaluate(() => Date.now())
  await page.clock.setSystemTime(now + 10_000)
}
