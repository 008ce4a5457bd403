import { z } from 'zod'
import { createVisitor } from '#test/visitor.ts'
import { signInByRequests } from './discord-sign-in.ts'
import { expect } from './fixtures.ts'
import { heading } from './frame-parts.ts'
import { listingBody, postByRequest, test } from './team-players.ts'
import { wordsOf } from './words.ts'

const french = wordsOf('fr')
const foreignSecret = 'x'.repeat(43)

test('a listing appears, changes and goes at another browser without reload, by its maker alone', async ({
  newPlayer,
  product,
  extraHTTPHeaders,
}) => {
  const stranger = createVisitor(product.origin)
  const [maker, reader] = [await newPlayer(), await newPlayer()]
  await Promise.all([maker.open(), reader.open()])
  let loads = 0
  reader.page.on('load', () => (loads += 1))

  await maker.post('Duo pour l’aéroport', 'sokol')
  await maker.told('team_form_made')
  await expect(reader.card('Duo pour l’aéroport')).toContainText('sokol')

  // A newer listing above it shows that the changed one stays in its place.
  const later = listingBody('Clan de six, base au nord', 'tanuki')
  const made = await stranger.post('/api/team-listings', later, extraHTTPHeaders)
  expect(made.status).toBe(201)
  await expect(reader.cards.first()).toContainText('Clan de six')
  await maker.change('Duo pour l’aéroport', 'Trio pour l’aéroport')
  await maker.told('team_form_changed')
  await expect(reader.cards.nth(1)).toContainText('Trio pour l’aéroport')
  await expect(reader.card('Duo pour l’aéroport')).toHaveCount(0)

  const card = maker.card('Trio pour l’aéroport')
  await expect(maker.edit(card)).toBeVisible()
  await expect(maker.button('team_list_delete', card)).toBeVisible()
  await expect(maker.edit(maker.card('Clan de six'))).toHaveCount(0)
  await expect(reader.edit(reader.page)).toHaveCount(0)
  await expect(reader.button('team_list_delete')).toHaveCount(0)
  await expect(reader.ownListings).toHaveCount(0)

  const href = await maker.edit(card).getAttribute('href')
  const path = `/api/team-listings/${z.string().parse(href).split('/').at(-1)}`
  const asForeigner = { ...extraHTTPHeaders, authorization: `Bearer ${foreignSecret}` }
  const insult = { description: 'Nous perdons toujours' }
  expect((await stranger.patch(path, insult, asForeigner)).status).toBe(403)
  expect((await stranger.delete(path, asForeigner)).status).toBe(403)
  expect((await stranger.delete(path, extraHTTPHeaders)).status).toBe(401)

  const asked = await maker.askToDelete('Trio pour l’aéroport')
  await expect(asked).toContainText('Trio pour l’aéroport')
  await maker.button('team_form_cancel', asked).last().click()
  await expect(reader.card('Trio pour l’aéroport')).toBeVisible()
  const contact = french('team_list_contact_name', { name: 'sokol' })
  await reader.card('Trio pour l’aéroport').getByRole('button', { name: contact }).click()
  await maker.askToDelete('Trio pour l’aéroport')
  await maker.button('team_form_delete', asked).click()
  await maker.told('team_form_deleted')
  await expect(maker.card('Trio pour l’aéroport')).toHaveCount(0)
  await expect(maker.ownListings).toHaveCount(0)
  await expect(reader.card('Trio pour l’aéroport')).toHaveCount(0)
  // A reader who was about to write to the maker still has the name, and returns to a page with a focus.
  await expect(reader.page.getByRole('dialog')).toContainText('sokol')
  await reader.page.keyboard.press('Escape')
  await expect(heading(reader.page)).toBeFocused()
  expect(loads).toBe(0)
  await reader.page.reload()
  await expect(reader.card('Clan de six')).toBeVisible()
  await expect(reader.card('Trio pour l’aéroport')).toHaveCount(0)
})

test('an account edits and deletes on a second device what it posted on the first', async ({
  newPlayer,
}) => {
  const [first, second] = [await newPlayer(), await newPlayer()]
  for (const { page } of [first, second]) await signInByRequests(page.context(), 'plain')
  await postByRequest(first.page.context(), 'Quatre places dans le bunker', 'lesnik_89')
  await first.open()
  await second.open()
  await expect(second.card('Quatre places')).toContainText(french('team_list_verified_discord'))
  await second.change('Quatre places dans le bunker', 'Trois places dans le bunker')
  await second.startEditing('Trois places')
  const otherTab = await second.page.context().newPage()
  await otherTab.goto('/team')
  await otherTab.getByRole('button', { name: 'Déconnexion' }).click()
  await expect(second.page.getByText(french('team_form_signed_out'))).toBeVisible()
  await signInByRequests(second.page.context(), 'plain')
  await second.open()
  const asked = await second.askToDelete('Trois places')
  await second.button('team_form_delete', asked).click()
  // The account may have others, of other journeys.
  await expect(first.own('Trois places')).toHaveCount(0)
  await expect(first.card('Trois places')).toHaveCount(0)
})

test('what is unreadable in storage is ignored, and a listing from before is posted', async ({
  newPlayer,
}) => {
  const [player, reader] = [await newPlayer(), await newPlayer()]
  const warnings: string[] = []
  player.page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text())
  })
  await Promise.all([player.open(), reader.open()])
  const id = crypto.randomUUID()
  const creatorId = crypto.randomUUID()
  const fromBefore = {
    ...listingBody('Écrite avant le serveur', 'veteran'),
    id,
    createdAt: '2025-05-05T18:00:00.000Z',
    creatorId,
  }
  const broken = ['{', '"text"', '[{"id":5},null]', JSON.stringify([{ id: 5 }, fromBefore])]
  for (const listings of broken) {
    // Away from our pages, because one of them could still overwrite it.
    await player.page.goto('/robots.txt')
    await player.page.evaluate(
      (texts) => Object.entries(texts).forEach(([key, text]) => localStorage.setItem(key, text)),
      { teamListings: listings, teamOutbox: '[[', teamHabits: '{', userId: creatorId },
    )
    warnings.length = 0
    await player.open()
    await expect(
      player.page.getByRole('link', { name: french('team_list_create') }).first(),
    ).toBeVisible()
    await expect.poll(() => warnings.join('\n')).toContain('teamListings')
  }
  await expect(player.own('Écrite avant le serveur')).toBeVisible()
  await expect(reader.card('Écrite avant le serveur')).toContainText('veteran')
  await expect(player.card('Écrite avant le serveur')).toHaveCount(1)
})
