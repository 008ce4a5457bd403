import { createHash, randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { describeOnDatabase } from '#test/database.ts'
import { openEventStream } from '#test/event-stream.ts'
import { adminByCode, countTodo, readAudit } from '#test/factories/admin.ts'
import { insertListing, openListingBrowser } from '#test/factories/team-listings.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signIn } from '#test/sign-in.ts'
import type { Visitor } from '#test/visitor.ts'

const path = '/api/admin/team-listings'
const page = z.object({
  listings: z.array(
    z.looseObject({
      id: z.string(),
      reports: z.array(z.looseObject({ reportedAt: z.string() })),
    }),
  ),
  nextCursor: z.string().nullable(),
})

describeOnDatabase('listings in the admin area', (_, createTestDatabase) => {
  let shop: TestShop
  let admin: Visitor
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase(), { TRUSTED_PROXIES: '127.0.0.1' })
    admin = await adminByCode(shop)
  })
  beforeEach(() => shop.services.database.db.deleteFrom('team_listings').execute())

  /** Returns the listing's id. */
  async function reported(times: number, description = 'Free loot', at = new Date()) {
    const { database } = shop.services
    const id = await insertListing(database, { created_at: at }, { description })
    for (let count = 0; count < times; count += 1) {
      await database.db
        .insertInto('team_listing_reports')
        .values({
          listing_id: id,
          reporter_hash: createHash('sha256').update(randomUUID()).digest('hex'),
          reason: 'spam',
          note: `report ${count}`,
          reported_at: new Date(at.getTime() + count * 1000),
        })
        .execute()
    }
    return id
  }
  const remove = (id: string, reason = 'No advertising here.') =>
    admin.patch(`${path}/${id}`, { removed: true, reason })
  const restore = (id: string) => admin.patch(`${path}/${id}`, { removed: false })
  const handle = (id: string, until = '9999-12-31T00:00:00.000Z') =>
    admin.delete(`${path}/${id}/reports?until=${until}`)
  const read = async (query = '') => page.parse((await admin.get(`${path}${query}`)).body)
  const idsOf = async (query = '') => (await read(query)).listings.map(({ id }) => id)
  const waiting = () => countTodo(admin, 'reports')
  const isShown = async (id: string) =>
    (await shop.visitor().get(`/api/team-listings/${id}`)).status === 200

  it('are those with the most reports, with the reasons given', async () => {
    const once = await reported(1)
    const thrice = await reported(3)
    await reported(0)
    expect(await waiting()).toBe(2)
    const { listings } = await read()
    expect(listings.map(({ id }) => id)).toEqual([thrice, once])
    expect(listings[0]).toMatchObject({
      state: 'live',
      removedAt: null,
      removalReason: null,
      description: 'Free loot',
      reports: [{ note: 'report 2' }, { note: 'report 1' }, { note: 'report 0', reason: 'spam' }],
    })
    expect(JSON.stringify(listings)).not.toMatch(/hash|secret/i)
  })

  it('are shown page by page, each once', async () => {
    const ids = new Set<string>()
    for (let count = 0; count < 53; count += 1) {
      // Several with the same time and as many reports.
      ids.add(
        await reported(1 + (count % 2), 'Same', new Date(Math.floor(count / 4) * 1000 + 1e12)),
      )
    }
    for (const shown of ['reported', 'live']) {
      const first = await read(`?shown=${shown}`)
      expect(first.listings).toHaveLength(50)
      const second = await read(`?shown=${shown}&cursor=${first.nextCursor}`)
      expect(second.nextCursor).toBeNull()
      expect(new Set([...first.listings, ...second.listings].map(({ id }) => id))).toEqual(ids)
      expect(second.listings).toHaveLength(3)
    }
  })

  it('are found by a part of the text, the Discord name or the id', async () => {
    const wanted = await insertListing(
      shop.services.database,
      {},
      { description: 'Ищу  ГРУППУ 100%', discordUsername: 'Élan_7' },
    )
    await insertListing(shop.services.database)
    for (const search of ['группу', '100%', 'elan_7', wanted, wanted.slice(0, 8).toUpperCase()]) {
      expect(await idsOf(`?shown=live&search=${encodeURIComponent(search)}`)).toEqual([wanted])
    }
    expect(await idsOf(`?shown=live&search=${encodeURIComponent('1_0')}`)).toEqual([])
  })

  it('are found by a whole id in any state, as the log links to them', async () => {
    const past = new Date(Date.now() - 1000)
    const { database } = shop.services
    for (const columns of [
      { created_at: new Date(0), expires_at: past },
      { removed_at: past, removal_reason: 'spam' },
    ]) {
      const id = await insertListing(database, columns)
      expect(await idsOf(`?shown=live&search=${id}`)).toEqual([id])
    }
  })

  it('are removed with a reason, and restored', async () => {
    const id = await reported(2)
    const stream = await openEventStream(shop.origin)
    const answer = await remove(id)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        id,
        state: 'removed',
        removalReason: 'No advertising here.',
        revision: 2,
        reports: [],
      },
    })
    expect(await isShown(id)).toBe(false)
    expect(await stream.next()).toMatchObject({
      name: 'team-listing',
      data: { change: 'gone', id },
    })
    expect([await waiting(), await idsOf(), await idsOf('?shown=removed')]).toEqual([0, [], [id]])

    expect(await restore(id)).toMatchObject({
      status: 200,
      body: { id, state: 'live', removedAt: null, removalReason: null },
    })
    expect(await stream.next()).toMatchObject({
      data: { change: 'made', listing: { id, revision: 3 } },
    })
    expect(await isShown(id)).toBe(true)
    expect([await waiting(), await idsOf('?shown=live')]).toEqual([0, [id]])
    const subject = await readAudit(shop, `team_listing:${id}`)
    expect(subject).toEqual([
      {
        actor: expect.stringMatching(/^code:/),
        action: 'team_listing_removed',
        before: { listedBy: 'sokol', description: 'Free loot', openReports: 2 },
        after: {
          listedBy: 'sokol',
          removedAt: expect.any(String),
          removalReason: 'No advertising here.',
          openReports: 0,
        },
      },
      {
        actor: expect.stringMatching(/^code:/),
        action: 'team_listing_put_back',
        before: {
          listedBy: 'sokol',
          removedAt: expect.any(String),
          removalReason: 'No advertising here.',
        },
        after: { listedBy: 'sokol' },
      },
    ])
  })

  it('show their maker why they were removed, and stay removed for them', async () => {
    const maker = openListingBrowser(shop)
    const id = z.string().parse((await maker.post()).body['id'])
    await remove(id, 'Insults.\nBe kind.')
    const own = await fetch(`${shop.origin}/api/own-team-listings`, { headers: maker.headers })
    expect(await own.json()).toMatchObject([
      { id, state: 'removed', removalReason: 'Insults.\nBe kind.' },
    ])
    for (const answer of [
      await maker.patch(id, { description: 'Better' }),
      await maker.renew(id),
    ]) {
      expect([answer.status, answer.body['code']]).toEqual([409, 'listing_removed'])
    }
    expect(await isShown(id)).toBe(false)
    expect((await maker.delete(id)).status).toBe(204)
    expect((await restore(id)).body['code']).toBe('listing_not_found')
  })

  it('that ended meanwhile stay hidden when restored', async () => {
    const past = new Date(Date.now() - 1000)
    const changes = { created_at: new Date(0), expires_at: past }
    const id = await insertListing(shop.services.database, changes)
    await remove(id)
    expect((await restore(id)).body['state']).toBe('ended')
    expect(await isShown(id)).toBe(false)
  })

  it('stay when their reports are dismissed', async () => {
    const id = await reported(2)
    expect(await handle(id)).toMatchObject({
      status: 200,
      body: { id, state: 'live', reports: [] },
    })
    expect([await isShown(id), await waiting(), await idsOf()]).toEqual([true, 0, []])
    expect((await handle(id)).status).toBe(200)
    expect(await readAudit(shop, `team_listing:${id}`)).toEqual([
      {
        actor: expect.stringMatching(/^code:/),
        action: 'team_listing_reports_handled',
        before: { listedBy: 'sokol', description: 'Free loot', openReports: 2 },
        after: { listedBy: 'sokol', openReports: 0 },
      },
    ])
  })

  it('keep the reports that came after those that were read', async () => {
    const id = await reported(2)
    const [seen] = (await read()).listings
    const report = { reason: 'fraud', note: 'Asks for passwords.' }
    await shop.visitor().post(`/api/team-listings/${id}/reports`, report)
    const answer = await handle(id, seen?.reports[0]?.reportedAt)
    expect(answer).toMatchObject({ status: 200, body: { id, state: 'live', reports: [report] } })
    expect([await waiting(), await idsOf()]).toEqual([1, [id]])
    const [entry] = await readAudit(shop, `team_listing:${id}`)
    expect(entry).toMatchObject({ before: { openReports: 3 }, after: { openReports: 1 } })
    for (const query of ['', '?until=now']) {
      expect((await admin.delete(`${path}/${id}/reports${query}`)).status).toBe(422)
    }
    expect(await waiting()).toBe(1)
  })

  it('are removed once, also when two admins do it', async () => {
    const id = await reported(1)
    const answers = await Promise.all(['first', 'second', 'third'].map((one) => remove(id, one)))
    const reasons = new Set(answers.map(({ body }) => body['removalReason']))
    expect(reasons.size).toBe(1)
    expect(await remove(id, 'later')).toMatchObject({ body: { removalReason: [...reasons][0] } })
    expect(await readAudit(shop, `team_listing:${id}`)).toHaveLength(1)
    await Promise.all([restore(id), restore(id), handle(id)])
    expect(await readAudit(shop, `team_listing:${id}`)).toHaveLength(2)
  })

  it('that were deleted cannot be moderated', async () => {
    const maker = openListingBrowser(shop)
    const id = z.string().parse((await maker.post()).body['id'])
    await shop.visitor().post(`/api/team-listings/${id}/reports`, { reason: 'spam' }, maker.headers)
    expect(await waiting()).toBe(1)
    await maker.delete(id)
    expect(await waiting()).toBe(0)
    for (const shown of ['reported', 'live', 'removed']) {
      expect(await idsOf(`?shown=${shown}`)).toEqual([])
    }
    for (const answer of [await remove(id), await restore(id), await handle(id)]) {
      expect([answer.status, answer.body['code']]).toEqual([404, 'listing_not_found'])
    }
  })

  it('stay unchanged when the request is wrong or names an unknown listing', async () => {
    const id = await reported(1)
    for (const body of [
      {},
      { removed: true },
      { removed: true, reason: ' ' },
      { removed: true, reason: 'x'.repeat(301) },
      { removed: true, reason: 'a\u0000b' },
      { removed: 'yes', reason: 'x' },
    ]) {
      const answer = await admin.patch(`${path}/${id}`, body)
      expect([answer.status, answer.body['code']]).toEqual([422, 'validation_failed'])
    }
    for (const query of ['?shown=all', '?cursor=x', '?cursor=1.x', '?shown=live&cursor=1.2']) {
      const answer = await admin.get(`${path}${query}`)
      expect([query, answer.status]).toEqual([query, 422])
    }
    for (const stranger of [randomUUID(), 'none']) {
      expect((await remove(stranger)).status).toBe(404)
      expect((await handle(stranger)).status).toBe(404)
    }
    expect(await isShown(id)).toBe(true)
    expect(await readAudit(shop, `team_listing:${id}`)).toEqual([])
  })

  it('are not for visitors and players', async () => {
    const id = await reported(1)
    const player = shop.visitor()
    await signIn(player, 'hunter')
    for (const stranger of [shop.visitor(), player]) {
      const answers = [
        await stranger.get(path),
        await stranger.patch(`${path}/${id}`, { removed: true, reason: 'mine' }),
        await stranger.patch(`${path}/${id}`, { removed: false }),
        await stranger.delete(`${path}/${id}/reports?until=9999-12-31T00:00:00.000Z`),
      ]
      for (const answer of answers) {
        expect([answer.status, answer.body['code']]).toEqual([403, 'forbidden'])
      }
    }
    expect(await isShown(id)).toBe(true)
    expect(await waiting()).toBe(1)
  })
})
