import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { describeOnDatabase } from '#test/database.ts'
import { adminByCode } from '#test/factories/admin.ts'
import {
  listingFields,
  openListingBrowser,
  readListingPage,
  type ListingBrowser,
} from '#test/factories/team-listings.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signIn, type PlayerName } from '#test/sign-in.ts'
import type { Answer } from '#test/visitor.ts'

const path = '/api/team-listings'
const day = 24 * 60 * 60 * 1000
const ownList = z.array(z.looseObject({ id: z.string(), state: z.string() }))

describeOnDatabase('listings of one’s own', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase(), { TRUSTED_PROXIES: '127.0.0.1' })
  })

  const db = () => shop.services.database.db
  const browser = () => openListingBrowser(shop)
  const idOf = ({ body }: Answer) => String(body['id'])
  const outcome = ({ status, body }: Answer) => [status, body['code']]
  const readRow = (id: string) =>
    db().selectFrom('team_listings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const remove = (id: string) =>
    db()
      .updateTable('team_listings')
      .set({ removed_at: new Date(), removal_reason: 'Fraud.' })
      .where('id', '=', id)
      .execute()
  const isListed = async (id: string) =>
    (await readListingPage(shop)).listings.some((listing) => listing.id === id)

  async function posted(maker = browser()) {
    return { maker, id: idOf(await maker.post()) }
  }

  async function signedIn(player: PlayerName): Promise<ListingBrowser> {
    const opened = browser()
    await signIn(opened.visitor, player)
    return opened
  }

  /** Only the cookies of the account, as on another device. */
  const withoutSecret = ({ headers }: ListingBrowser) => ({
    'x-forwarded-for': headers['x-forwarded-for'] ?? '',
  })

  const calls = {
    change: ({ visitor }: ListingBrowser, id: string, headers: Readonly<Record<string, string>>) =>
      visitor.patch(`${path}/${id}`, { age: 50 }, headers),
    renew: ({ visitor }: ListingBrowser, id: string, headers: Readonly<Record<string, string>>) =>
      visitor.post(`${path}/${id}/renewal`, {}, headers),
    delete: ({ visitor }: ListingBrowser, id: string, headers: Readonly<Record<string, string>>) =>
      visitor.delete(`${path}/${id}`, headers),
  }
  const actions = ['change', 'renew', 'delete'] as const

  it('shows the age of a minor to its maker alone', async () => {
    const maker = browser()
    const made = await maker.post({ age: 17 })
    const id = idOf(made)
    const changed = await maker.patch(id, { gameHours: 251 })
    const renewed = await maker.renew(id)
    const { body: own } = await maker.visitor.get('/api/own-team-listings', maker.headers)
    expect([made, changed, renewed].map(({ body }) => body['age'])).toEqual([17, 17, 17])
    expect(own).toMatchObject({ list: [{ id, age: 17 }] })
    const events = await db()
      .selectFrom('events')
      .select('data')
      .where(sql<string>`data -> 'listing' ->> 'id'`, '=', id)
      .execute()
    expect(events).toMatchObject([{ data: { listing: { age: null } } }])
    const staff = await adminByCode(shop)
    const { body: moderated } = await staff.get(`/api/admin/team-listings?shown=live&search=${id}`)
    expect(moderated).toMatchObject({ listings: [{ id, age: null }] })
    const { body: read } = await shop.visitor().get(`${path}/${id}`)
    const { listings } = await readListingPage(shop)
    const listed = listings.find((listing) => listing.id === id)
    expect([listed, read]).toMatchObject([{ age: null }, { age: null }])
    await maker.patch(id, { age: 18 })
    expect((await shop.visitor().get(`${path}/${id}`)).body).toMatchObject({ age: 18 })
  })

  it('changes the given fields and nothing else', async () => {
    const { maker, id } = await posted()
    const { expires_at: expiresAt } = await readRow(id)
    shop.advanceClock(5000)
    const changes = { description: 'We are complete, thank you.', usualHours: null, languages: [] }
    const { status, body } = await maker.patch(id, changes)
    expect(status).toBe(200)
    expect(body).toMatchObject({ ...listingFields, ...changes, id, revision: 2, overtook: false })
    expect(Date.parse(String(body['updatedAt']))).toBeGreaterThan(
      Date.parse(String(body['createdAt'])),
    )
    expect(body['expiresAt']).toBe(expiresAt.toISOString())
    const { listings } = await readListingPage(shop, '?search=complete')
    expect(listings).toMatchObject([{ id, revision: 2 }])
  })

  it('ignores unknown fields of a change', async () => {
    const { maker, id } = await posted()
    const before = await readRow(id)
    const answer = await maker.patch(id, {
      id: randomUUID(),
      creatorId: randomUUID(),
      expiresAt: 0,
      user_id: 'x',
    })
    expect(answer).toMatchObject({ status: 200, body: { revision: 1 } })
    expect(await readRow(id)).toEqual(before)
  })

  it.each(actions)('lets nobody but the maker %s it', async (action) => {
    const maker = await signedIn('plain')
    const { id } = await posted(maker)
    const before = await readRow(id)
    const nobody = browser()
    expect(outcome(await calls[action](nobody, id, withoutSecret(nobody)))).toEqual([
      401,
      'unauthenticated',
    ])
    const otherSecret = browser()
    expect(outcome(await calls[action](otherSecret, id, otherSecret.headers))).toEqual([
      403,
      'forbidden',
    ])
    const otherAccount = await signedIn('mallory')
    for (const headers of [otherAccount.headers, withoutSecret(otherAccount)]) {
      expect(outcome(await calls[action](otherAccount, id, headers))).toEqual([403, 'forbidden'])
    }
    const foreignPage = { ...maker.headers, origin: 'https://evil.example' }
    expect(outcome(await calls[action](maker, id, foreignPage))).toEqual([403, 'foreign_origin'])
    expect(await readRow(id)).toEqual(before)
    await maker.delete(id)
  })

  it.each(actions)('lets the account that made it %s it on another device', async (action) => {
    const { id } = await posted(await signedIn('hunter'))
    const otherDevice = await signedIn('hunter')
    const answer = await calls[action](otherDevice, id, withoutSecret(otherDevice))
    expect(answer.status).toBe(action === 'delete' ? 204 : 200)
    await otherDevice.delete(id)
  })

  it.each(actions)('lets nobody %s what is not there', async (action) => {
    const { maker, id } = await posted()
    await maker.delete(id)
    for (const missing of [id, randomUUID(), 'not-an-id']) {
      const answer = await calls[action](maker, missing, maker.headers)
      expect(outcome(answer)).toEqual([404, 'listing_not_found'])
    }
  })

  it.each([
    [400, 'invalid_json', '{"age":'],
    [413, 'body_too_large', JSON.stringify({ description: 'x'.repeat(300_000) })],
    [422, 'validation_failed', '[]'],
    [422, 'validation_failed', '{"revision":0}'],
    [422, 'validation_failed', '{"editedSecondsAgo":-1}'],
    [422, 'validation_failed', '{"editedSecondsAgo":1e99}'],
  ])('answers %i %s to an invalid change', async (status, code, body) => {
    const { maker, id } = await posted()
    const answer = await maker.visitor.patch(`${path}/${id}`, body, maker.headers)
    expect(outcome(answer)).toEqual([status, code])
    expect(outcome(await maker.delete(id, '?revision=x'))).toEqual([422, 'validation_failed'])
    expect(await isListed(id)).toBe(true)
  })

  it('keeps the later of two concurrent edits', async () => {
    const { maker, id } = await posted()
    shop.advanceClock(60_000)
    await maker.patch(id, { age: 20, revision: 1, editedSecondsAgo: 30 })
    const earlier = { age: 30, revision: 1, editedSecondsAgo: 40 }
    expect(outcome(await maker.patch(id, earlier))).toEqual([409, 'listing_changed'])
    expect(outcome(await maker.delete(id, '?revision=1&editedSecondsAgo=40'))).toEqual([
      409,
      'listing_changed',
    ])
    expect(await readRow(id)).toMatchObject({ age: 20, revision: 2 })
    const later = await maker.patch(id, { age: 40, revision: 1, editedSecondsAgo: 20 })
    expect(later).toMatchObject({ status: 200, body: { age: 40, revision: 3, overtook: true } })
    const knowing = await maker.patch(id, { age: 41, revision: 3, editedSecondsAgo: 25 })
    expect(knowing).toMatchObject({ status: 200, body: { revision: 4, overtook: false } })
    expect((await maker.delete(id, '?revision=1&editedSecondsAgo=5')).status).toBe(204)
  })

  it('answers a repeated change as before, and does not count a renewal as an edit', async () => {
    const { maker, id } = await posted()
    await maker.renew(id)
    const change = { age: 20, revision: 1, editedSecondsAgo: 0 }
    const first = await maker.patch(id, change)
    expect(first).toMatchObject({ status: 200, body: { revision: 3, overtook: false } })
    // Its answer was lost, so the change is repeated, with an age that may be a second too high.
    const again = await maker.patch(id, { ...change, editedSecondsAgo: 2 })
    expect(again.body).toEqual(first.body)
  })

  it('deletes for good, texts included', async () => {
    const { maker, id } = await posted()
    expect(await maker.delete(id)).toMatchObject({ status: 204 })
    expect(await isListed(id)).toBe(false)
    expect(await readRow(id)).toMatchObject({
      description: '',
      discord_username: '',
      search_text: '',
      usual_hours: null,
    })
    const events = await db().selectFrom('events').select('data').execute()
    expect(events.filter(({ data }) => JSON.stringify(data).includes(id))).toEqual([
      { data: { change: 'gone', id } },
    ])
  })

  it('lets a listing that the staff removed be deleted, but not changed or renewed', async () => {
    const { maker, id } = await posted()
    await remove(id)
    expect(outcome(await maker.patch(id, { age: 50 }))).toEqual([409, 'listing_removed'])
    expect(outcome(await maker.renew(id))).toEqual([409, 'listing_removed'])
    // A client that missed the answer to its POST must not take the listing for live.
    expect(outcome(await maker.post({ id }))).toEqual([409, 'listing_removed'])
    expect((await maker.delete(id)).status).toBe(204)
  })

  it('lists one’s own by secret or account, hidden ones included', async () => {
    const readOwn = async (
      { visitor }: ListingBrowser,
      headers: Readonly<Record<string, string>>,
    ) => {
      const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await fetch(`${shop.origin}/api/own-team-listings`, {
        headers: { ...headers, cookie },
      })
      expect(response.headers.get('cache-control')).toBe('no-store')
      return response.status === 200 ? ownList.parse(await response.json()) : response.status
    }
    const maker = browser()
    const { id: ended } = await posted(maker)
    shop.advanceClock(14 * day)
    const { id: removed } = await posted(maker)
    await remove(removed)
    await maker.delete((await posted(maker)).id)
    await signIn(maker.visitor, 'plain')
    const { id: ofAccount } = await posted(maker)
    await posted()
    expect(await readOwn(maker, maker.headers)).toMatchObject([
      { id: ofAccount, state: 'live', removalReason: null, revision: 1 },
      { id: removed, state: 'removed', removalReason: 'Fraud.' },
      { id: ended, state: 'ended' },
    ])
    const otherDevice = await signedIn('plain')
    expect(await readOwn(otherDevice, {})).toMatchObject([{ id: ofAccount }])
    expect(await readOwn(browser(), browser().headers)).toEqual([])
    expect(await readOwn(browser(), {})).toBe(401)
  })

  it('ends after 14 days unless it is renewed, and can be edited and renewed after its end', async () => {
    const { maker, id } = await posted()
    const { id: older } = await posted(maker)
    const { id: newer } = await posted()
    shop.advanceClock(10 * day)
    const renewed = await maker.renew(id)
    expect(renewed).toMatchObject({ status: 200, body: { id, revision: 2 } })
    shop.advanceClock(4 * day)
    expect([await isListed(id), await isListed(older)]).toEqual([true, false])
    expect(await maker.patch(older, { age: 50 })).toMatchObject({ status: 200, body: { age: 50 } })
    expect(await isListed(older)).toBe(false)
    expect((await maker.renew(older)).status).toBe(200)
    const { listings } = await readListingPage(shop)
    expect(
      listings.map((listing) => listing.id).filter((one) => [id, older, newer].includes(one)),
    ).toEqual([older, id])
  })

  it('renews no ended listing of a maker with five live ones', async () => {
    const maker = browser()
    const { id } = await posted(maker)
    shop.advanceClock(14 * day)
    const others = []
    for (let count = 0; count < 5; count++) others.push((await posted(maker)).id)
    expect(outcome(await maker.renew(id))).toEqual([409, 'too_many_listings'])
    expect((await maker.renew(others[0] ?? '')).status).toBe(200)
    await maker.delete(others[1] ?? '')
    expect((await maker.renew(id)).status).toBe(200)
  })

  it('stops a flood of changes from one network without affecting others', async () => {
    const { maker, id } = await posted()
    shop.beginWindow(600)
    const answers = await Promise.all(
      Array.from({ length: 70 }, (__, index) =>
        calls[actions[index % 2] ?? 'change'](maker, id, maker.headers),
      ),
    )
    const stopped = answers.filter(({ status }) => status === 429)
    expect(stopped).toHaveLength(10)
    expect(Number(stopped[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(outcome(await maker.delete(id))).toEqual([429, 'rate_limited'])
    const other = await posted()
    expect((await other.maker.patch(other.id, { age: 50 })).status).toBe(200)
    shop.advanceClock(600_000)
    expect((await maker.delete(id)).status).toBe(204)
  })
})
