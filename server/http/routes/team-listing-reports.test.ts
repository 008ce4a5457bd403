import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { publishEvents } from '#server/services/notify-events.ts'
import { describeOnDatabase } from '#test/database.ts'
import { openEventStream } from '#test/event-stream.ts'
import { adminByCode } from '#test/factories/admin.ts'
import { insertListing, listingFields, openListingBrowser } from '#test/factories/team-listings.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'

describeOnDatabase('reporting a listing', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase(), { TRUSTED_PROXIES: '127.0.0.1' })
  })
  beforeEach(async () => {
    const { db } = shop.services.database
    await db.deleteFrom('team_listings').execute()
    await shop.sandbox.reset()
  })

  const newNetwork = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
  const report = (id: string, body: unknown = { reason: 'spam' }, network = newNetwork()) =>
    shop.visitor().post(`/api/team-listings/${id}/reports`, body, { 'x-forwarded-for': network })
  const dismiss = (admin: Visitor, id: string) =>
    admin.delete(`/api/admin/team-listings/${id}/reports?until=9999-12-31T00:00:00.000Z`)
  const readReports = (id: string) =>
    shop.services.database.db
      .selectFrom('team_listing_reports')
      .select(['reason', 'note', 'reporter_hash', 'handled_at'])
      .where('listing_id', '=', id)
      .orderBy('reported_at')
      .execute()
  const readMessages = (id: string) =>
    shop.services.database.db
      .selectFrom('messages')
      .select('id')
      .where('team_listing_id', '=', id)
      .execute()

  it('is open to anybody, with a reason and a comment', async () => {
    const id = await insertListing(shop.services.database)
    const answer = await report(id, { reason: 'fraud', note: ' He asked\r\nfor my password. ' })
    expect([answer.status, answer.body]).toEqual([204, { text: '' }])
    expect((await report(id, { reason: 'other' })).status).toBe(204)
    expect(await readReports(id)).toMatchObject([
      { reason: 'fraud', note: 'He asked\nfor my password.', handled_at: null },
      { reason: 'other', note: '', handled_at: null },
    ])
  })

  it('counts once for a network, of which the database has only a hash', async () => {
    const id = await insertListing(shop.services.database)
    const other = await insertListing(shop.services.database)
    const answers = await Promise.all(
      ['spam', 'insult', 'spam'].map((reason) => report(id, { reason }, '10.1.2.3')),
    )
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
    await report(other, { reason: 'spam' }, '10.1.2.3')
    const [kept, ...more] = await readReports(id)
    expect(more).toEqual([])
    expect(JSON.stringify(kept)).not.toContain('10.1.2.3')
    // The hash must not link the reports of one person across listings.
    expect((await readReports(other))[0]?.reporter_hash).not.toBe(kept?.reporter_hash)
  })

  it('counts once for a whole /48 of IPv6', async () => {
    const id = await insertListing(shop.services.database)
    for (const network of ['2001:db8:1:2::1', '2001:db8:1:2ff::1', '2001:db8:1:ff00::1']) {
      expect((await report(id, { reason: 'spam' }, network)).status).toBe(204)
    }
    expect(await readReports(id)).toHaveLength(1)
    await report(id, { reason: 'spam' }, '2001:db8:2:2::1')
    expect(await readReports(id)).toHaveLength(2)
  })

  it('counts again for an earlier reporter when the listing has changed', async () => {
    const maker = openListingBrowser(shop)
    const id = z.string().parse((await maker.post()).body['id'])
    const admin = await adminByCode(shop)
    await report(id, { reason: 'spam' }, '10.1.2.4')
    await dismiss(admin, id)
    await report(id, { reason: 'spam' }, '10.1.2.4')
    expect([await readMessages(id), await readReports(id)]).toMatchObject([[{}], [{}]])
    for (const description of ['Send me your password', 'Send me your items']) {
      await maker.patch(id, { description })
      await report(id, { reason: 'fraud' }, '10.1.2.4')
      await dismiss(admin, id)
    }
    expect(await readMessages(id)).toHaveLength(3)
    expect(await readReports(id)).toMatchObject([
      { reason: 'spam' },
      { reason: 'fraud' },
      { reason: 'fraud' },
    ])
  })

  it('changes nothing for readers of the listing', async () => {
    const id = await insertListing(shop.services.database)
    await Promise.all(Array.from({ length: 5 }, () => report(id)))
    expect((await shop.visitor().get(`/api/team-listings/${id}`)).status).toBe(200)
  })

  it.each([
    ['no reason', {}],
    ['a reason of his own', { reason: 'ugly' }],
    ['a note that is too long', { reason: 'spam', note: 'x'.repeat(301) }],
    ['a note that nobody can read', { reason: 'spam', note: 'a\u0000b' }],
    ['a note that is no text', { reason: 'spam', note: 5 }],
  ])('is refused with %s', async (_name, body) => {
    const id = await insertListing(shop.services.database)
    const answer = await report(id, body)
    expect([answer.status, answer.body['code']]).toEqual([422, 'validation_failed'])
    expect(await readReports(id)).toEqual([])
  })

  it('is refused for a hidden listing', async () => {
    const { database } = shop.services
    const past = new Date(Date.now() - 1000)
    const gone = await Promise.all([
      insertListing(database, { created_at: new Date(0), expires_at: past }),
      insertListing(database, { removed_at: past, removal_reason: 'spam' }),
      insertListing(database, {
        deleted_at: past,
        description: '',
        discord_username: '',
        search_text: '',
      }),
    ])
    for (const id of [...gone, randomUUID(), 'none']) {
      const answer = await report(id)
      expect([answer.status, answer.body['code']]).toEqual([404, 'listing_not_found'])
    }
  })

  it('is limited for a network that never stops', async () => {
    const id = await insertListing(shop.services.database)
    const network = newNetwork()
    shop.beginWindow(3600)
    const statuses = []
    for (let count = 0; count < 10; count += 1) {
      statuses.push((await report(id, { reason: 'spam' }, network)).status)
    }
    expect(statuses).toEqual(Array(10).fill(204))
    const answer = await report(id, { reason: 'spam' }, network)
    expect([answer.status, answer.body['code']]).toEqual([429, 'rate_limited'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await report(id)).status).toBe(204)
  })

  it('keeps a hundred reports of a listing and no more', async () => {
    const { database } = shop.services
    const id = await insertListing(database)
    await database.db
      .insertInto('team_listing_reports')
      .values(
        Array.from({ length: 99 }, (_element, index) => ({
          listing_id: id,
          reporter_hash: index.toString(16).padStart(64, '0'),
          reason: 'spam' as const,
          handled_at: null,
        })),
      )
      .execute()
    expect((await report(id)).status).toBe(204)
    expect((await report(id)).status).toBe(204)
    expect(await readReports(id)).toHaveLength(100)
  })

  it('notifies the staff once, and again after they have decided', async () => {
    const id = await insertListing(shop.services.database)
    await Promise.all([report(id), report(id), report(id)])
    expect(await readMessages(id)).toHaveLength(1)
    const admin = await adminByCode(shop)
    await dismiss(admin, id)
    expect(await readMessages(id)).toHaveLength(1)
    await report(id)
    await report(id)
    expect(await readMessages(id)).toHaveLength(2)
  })

  it('reaches the open pages of the staff, and no others', async () => {
    const id = await insertListing(shop.services.database)
    const staff = await openEventStream(shop.origin, undefined, undefined, await adminByCode(shop))
    const reader = await openEventStream(shop.origin)
    await report(id)
    expect(await staff.next()).toMatchObject({ name: 'to-do', data: {} })
    const { db } = shop.services.database
    await publishEvents(db, sql`select 'shop-items', '{}'::jsonb, null`)
    expect(await reader.next()).toMatchObject({ name: 'shop-items' })
  })

  it('is later than every one before, so that the staff can say which they have read', async () => {
    const id = await insertListing(shop.services.database)
    await report(id)
    const { db } = shop.services.database
    const later = new Date(Date.now() + 60_000)
    await db.updateTable('team_listing_reports').set({ reported_at: later }).execute()
    await report(id, { reason: 'fraud' })
    expect(await readReports(id)).toMatchObject([{ reason: 'spam' }, { reason: 'fraud' }])
  })

  it('floods nobody in the staff’s channel', async () => {
    await shop.services.database.db.deleteFrom('messages').execute()
    const ids = await Promise.all(
      Array.from({ length: 14 }, () => insertListing(shop.services.database)),
    )
    for (const id of ids) await report(id)
    const told = await Promise.all(ids.map(readMessages))
    expect(told.flat()).toHaveLength(10)
    const untold = ids.find((_id, index) => told[index]?.length === 0) ?? ''
    await shop.services.database.db
      .updateTable('messages')
      .set({ created_at: new Date(Date.now() - 11 * 60 * 1000) })
      .execute()
    expect(await Promise.all(ids.map(readReports))).toSatisfy((all: unknown[][]) =>
      all.every(({ length }) => length === 1),
    )
    // A report above the limit is included in the next message.
    await report(untold)
    expect(await readMessages(untold)).toHaveLength(1)
  })

  it('shows the staff the maker and the beginning of the listing, and not the reporter', async () => {
    await shop.services.database.db.deleteFrom('messages').execute()
    const id = await insertListing(
      shop.services.database,
      {},
      {
        ...listingFields,
        discordUsername: '@everyone',
        description: `Free loot ${'x'.repeat(90)}`,
      },
    )
    await report(id, { reason: 'fraud', note: 'secret of the reporter' }, '10.9.8.7')
    await expect
      .poll(async () => JSON.stringify(await shop.sandbox.readLog('discord')))
      .toContain('Free loot')
    const log = JSON.stringify(await shop.sandbox.readLog('discord'))
    expect(log).toContain('arnaque')
    expect(log).toContain('"parse":[]')
    expect(log).not.toContain('x'.repeat(41))
    expect(log).not.toContain('secret of the reporter')
    expect(log).not.toContain('10.9.8.7')
  })
})
