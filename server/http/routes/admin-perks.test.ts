import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { grantPerk, listGrants, listPerkBatches } from '#contract/admin-perks.ts'
import { describeOnDatabase } from '#test/database.ts'
import { adminByCode, countTodo, readAudit } from '#test/factories/admin.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import { insertOrder } from '#test/factories/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { updateManual } from '#server/services/perks/delivery-states.ts'
import { applyOrderToPerks } from '#server/services/perks/order-perks.ts'

const dayMilliseconds = 86_400_000
const reason = 'won the race'
const nobody = randomUUID()

describeOnDatabase('perks for the staff', (_open, createTestDatabase) => {
  let shop: TestShop
  let admin: Awaited<ReturnType<typeof adminByCode>>
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
    admin = await adminByCode(shop)
  })

  const grant = async (fields: Readonly<Record<string, unknown>> = {}) => {
    const body = { steamId: newSteamId(), perk: 'priority_queue', months: 1, reason, ...fields }
    const answer = await admin.post('/api/admin/perks', body)
    expect(answer.status).toBe(200)
    return z.parse(grantPerk.answer, answer.body)
  }
  const list = async (query: string) => {
    const answer = await admin.get(`/api/admin/perks?${query}`)
    expect(answer.status).toBe(200)
    return z.parse(listGrants.answer, answer.body)
  }
  const remove = (path: string, body: unknown = { reason: 'a mistake' }) =>
    admin.deleteWith(`/api/admin/${path}`, body)
  const inDays = (days: number) =>
    new Date(shop.services.clock().getTime() + days * dayMilliseconds).toISOString()

  it('are granted for months, until a time or for ever, each adding to the one before', async () => {
    const first = await grant()
    const { steamId } = first
    expect(first).toMatchObject({
      perk: 'priority_queue',
      params: {},
      source: 'staff',
      orderId: null,
      reason,
      suspended: false,
      voidedAt: null,
      deliveries: [{ adapter: 'manual', state: 'needs_owner', reason: 'by_hand', attempts: [] }],
    })
    const second = await grant({ steamId })
    expect(second.startsAt).toBe(first.endsAt)
    const until = inDays(400)
    expect(await grant({ steamId, months: undefined, until })).toMatchObject({ endsAt: until })
    const last = await grant({ steamId, months: undefined, permanent: true })
    expect(last).toMatchObject({ endsAt: null, startsAt: until })
    const { grants } = await list(`steamId=${steamId}`)
    expect(grants).toHaveLength(4)
    expect(grants).toContainEqual(last)
    const [entry] = await readAudit(shop, `perk:${first.id}`)
    expect(entry).toMatchObject({
      action: 'perk_granted',
      after: { steamId, perk: 'priority_queue', term: { kind: 'months', months: 1 }, reason },
    })
  })

  it('are granted and made up for once, when a request is repeated after a lost answer', async () => {
    const steamId = newSteamId()
    const body = { steamId, perk: 'clan_tag_color', months: 1, reason }
    const send = (path: string, what: object, key: string) =>
      admin.post(path, what, { 'idempotency-key': key })
    const key = randomUUID()
    const first = await send('/api/admin/perks', body, key)
    const second = await send('/api/admin/perks', body, key)
    expect(second).toMatchObject({ status: 200, body: { id: first.body['id'] } })
    expect(await send('/api/admin/perks', { ...body, months: 2 }, key)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    })
    const path = '/api/admin/perk-compensations'
    const outage = { perks: ['clan_tag_color'], hours: 2, reason }
    const made = await send(path, outage, key)
    expect((await send(path, outage, key)).body).toEqual(made.body)
    const { grants } = await list(`steamId=${steamId}`)
    expect(grants.map(({ source }) => source)).toEqual(['compensation', 'staff'])
    const [from, to] = [steamId, newSteamId()]
    const there = { from, to, reason }
    const moved = await send('/api/admin/perk-transfers', there, key)
    await send('/api/admin/perk-transfers', { from: to, to: from, reason }, randomUUID())
    const again = await send('/api/admin/perk-transfers', there, key)
    expect([again.status, again.body]).toEqual([200, moved.body])
    const elsewhere = { ...there, to: newSteamId() }
    expect((await send('/api/admin/perk-transfers', elsewhere, key)).status).toBe(422)
    const until = new Date(shop.services.clock().getTime() + 86_400_000).toISOString()
    const csv = { source: 'csv', text: `steam64,perk\n${steamId},clan_tag_color\n1`, until }
    const taken = await send('/api/admin/perk-imports', csv, key)
    expect(taken.body).toMatchObject({ accepted: 1, refused: [{ line: 3 }] })
    expect((await send('/api/admin/perk-imports', csv, key)).body).toEqual(taken.body)
    const after = (await list(`steamId=${steamId}`)).grants.map(({ source }) => source)
    expect(after.filter((source) => source === 'import')).toHaveLength(1)
    const sent = { ...csv, text: `${csv.text}2` }
    expect((await send('/api/admin/perk-imports', sent, key)).status).toBe(422)
  })

  it('may have a colour', async () => {
    const color = { r: 255, g: 0, b: 16 }
    const tag = await grant({ perk: 'name_tag_color', params: { color } })
    expect(tag.params).toEqual({ color })
  })

  it.each([
    ['no time', { months: undefined }, 'months', 'exactly_one'],
    ['two times', { permanent: true }, 'months', 'exactly_one'],
    ['too many months', { months: 121 }, 'months', 'too_big'],
    ['a past time', { months: undefined, until: '2020-01-01T00:00:00Z' }, 'until', 'in_past'],
    ['a far time', { months: undefined, until: '2101-01-01T00:00:00Z' }, 'until', 'after_2100'],
    ['an unknown perk', { perk: 'flying' }, 'perk', 'unknown_perk'],
    ['a colour', { params: { color: { r: 1, g: 2, b: 3 } } }, 'params.color', 'no_color'],
    ['no Steam ID', { steamId: 'bob' }, 'steamId', 'steam_id_unrecognised'],
    ['no reason', { reason: ' ' }, 'reason', 'too_small'],
  ])('are not granted for %s', async (_, fields, path, code) => {
    const body = { steamId: newSteamId(), perk: 'priority_queue', months: 1, reason, ...fields }
    const answer = await admin.post('/api/admin/perks', body)
    expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed' } })
    expect(answer.body['errors']).toMatchObject([{ path, code }])
  })

  it('are taken back once, and later ones move forward', async () => {
    const first = await grant()
    const { steamId } = first
    const second = await grant({ steamId })
    for (const _ of [1, 2]) expect(await remove(`perks/${first.id}`)).toMatchObject({ status: 204 })
    const { grants } = await list(`steamId=${steamId}`)
    const [voided, moved] = [first, second].map(({ id }) => grants.find((one) => one.id === id))
    expect(voided?.voidedAt).toMatch(/^20/)
    expect(moved).toMatchObject({ voidedAt: null, startsAt: voided?.voidedAt })
    const audit = await readAudit(shop, `perk:${first.id}`)
    expect(audit.map(({ action }) => action)).toEqual(['perk_granted', 'perk_voided'])
    expect(await remove(`perks/${nobody}`)).toMatchObject({
      status: 404,
      body: { code: 'perk_not_found' },
    })
    expect(await remove(`perks/${first.id}`, {})).toMatchObject({ status: 422 })
  })

  it('are listed page by page, and by what waits', async () => {
    const steamId = newSteamId()
    for (let count = 0; count < 60; count += 1) await grant({ steamId })
    const first = await list(`steamId=${steamId}`)
    const second = await list(`steamId=${steamId}&cursor=${first.nextCursor}`)
    expect([first.grants.length, second.grants.length, second.nextCursor]).toEqual([50, 10, null])
    const ids = new Set([...first.grants, ...second.grants].map(({ id }) => id))
    expect(ids.size).toBe(60)
    expect((await list(`steamId=${steamId}&state=unfinished`)).grants).toHaveLength(50)
    expect((await list(`steamId=${steamId}&state=verified`)).grants).toEqual([])
    for (const query of ['state=lost', 'steamId=bob', 'cursor=no']) {
      expect(await admin.get(`/api/admin/perks?${query}`)).toMatchObject({ status: 422 })
    }
  })

  it('of a disputed payment have no times, and stay on their Steam ID', async () => {
    const { services } = shop
    const steamId = newSteamId()
    const orderId = await insertOrder(services.database, { steam_id: steamId, duration_months: 1 })
    await services.database.transaction(async (trx) => {
      const orders = trx.selectFrom('orders').selectAll().where('id', '=', orderId)
      const order = await orders.executeTakeFirstOrThrow()
      await applyOrderToPerks(services, trx, order, { status: 'paid', isPaidNow: true })
      await applyOrderToPerks(services, trx, order, { status: 'disputed', isPaidNow: false })
    })
    const { grants } = await list('state=suspended')
    expect(grants.find((one) => one.steamId === steamId)).toMatchObject({
      source: 'order',
      orderId,
      suspended: true,
      held: false,
      startsAt: null,
      endsAt: null,
    })
    await grant({ steamId })
    expect((await list(`steamId=${steamId}`)).grants.map(({ held }) => held)).toEqual([true, true])
    const body = { from: steamId, to: newSteamId(), reason }
    expect(await admin.post('/api/admin/perk-transfers', body)).toMatchObject({
      status: 409,
      body: { code: 'perk_disputed' },
    })
  })

  it('are handed over and, once they have ended, taken back', async () => {
    const toHandle = () => countTodo(admin, 'deliveries')
    const before = await toHandle()
    const { id } = await grant()
    expect(await toHandle()).toBe(before + 1)
    const deliver = (delivered: boolean, which = id) =>
      admin.post(`/api/admin/perks/${which}/delivered`, { delivered })
    for (const _ of [1, 2]) {
      expect(await deliver(true)).toMatchObject({
        status: 200,
        body: { id, deliveries: [{ state: 'verified', reason: null }] },
      })
    }
    expect(await toHandle()).toBe(before)
    expect(await deliver(false)).toMatchObject({ body: { deliveries: [{ state: 'needs_owner' }] } })
    await deliver(true)
    shop.advanceClock(32 * dayMilliseconds)
    admin = await adminByCode(shop)
    await updateManual(shop.services)
    const toTake = await toHandle()
    expect(await deliver(true)).toMatchObject({ body: { deliveries: [{ state: 'needs_owner' }] } })
    expect(await deliver(false)).toMatchObject({ body: { deliveries: [{ state: 'verified' }] } })
    expect(await toHandle()).toBe(toTake - 1)
    const audit = await readAudit(shop, `perk:${id}`)
    expect(audit.map(({ action }) => action)).toEqual([
      'perk_granted',
      ...Array.from({ length: 4 }, () => 'perk_delivery_changed'),
    ])
    expect(await deliver(true, nobody)).toMatchObject({ status: 404 })
    expect(await admin.post(`/api/admin/perks/${id}/delivered`, {})).toMatchObject({ status: 422 })
  })
})

describeOnDatabase('perks of many players', (_open, createTestDatabase) => {
  let shop: TestShop
  let admin: Awaited<ReturnType<typeof adminByCode>>
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
    admin = await adminByCode(shop)
  })

  const grant = async (steamId: string) => {
    const body = { steamId, perk: 'priority_queue', months: 1, reason }
    return z.parse(grantPerk.answer, (await admin.post('/api/admin/perks', body)).body)
  }
  const batches = async () => {
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(`${shop.origin}/api/admin/perk-batches`, { headers: { cookie } })
    return z.parse(listPerkBatches.answer, await answer.json())
  }
  const endOf = async (steamId: string) => {
    const { body } = await admin.get(`/api/admin/perks?steamId=${steamId}`)
    const { grants } = z.parse(listGrants.answer, body)
    const ends = grants.flatMap(({ voidedAt, endsAt }) => (voidedAt === null ? [endsAt] : []))
    return ends.toSorted((one, other) => String(one).localeCompare(String(other))).at(-1) ?? null
  }

  it('are made up for an outage, after a look at how many, and that is taken back', async () => {
    const steamId = newSteamId()
    const { endsAt } = await grant(steamId)
    const body = { perks: ['priority_queue'], hours: 14.5, reason: 'offline' }
    const call = (changes: Readonly<Record<string, unknown>> = {}) =>
      admin.post('/api/admin/perk-compensations', { ...body, ...changes })
    expect(await call({ dryRun: true })).toMatchObject({
      status: 200,
      body: { id: null, players: 1, hours: 14.5 },
    })
    const id = z.parse(z.string(), (await call()).body['id'])
    const longer = new Date(Date.parse(endsAt ?? '') + 14.5 * 3_600_000).toISOString()
    expect(await endOf(steamId)).toBe(longer)
    const undo = { reason: 'it was online' }
    const path = `/api/admin/perk-compensations/${id}`
    expect(await admin.delete(path)).toMatchObject({ status: 204 })
    expect(await admin.deleteWith(path, undo)).toMatchObject({ status: 204 })
    expect(await endOf(steamId)).toBe(endsAt)
    expect(await batches()).toMatchObject([
      {
        id,
        kind: 'compensation',
        reason: 'offline',
        undoneAt: expect.any(String),
        count: 1,
        hours: 14.5,
        from: null,
        to: null,
      },
    ])
    const audit = await readAudit(shop, `perk_batch:${id}`)
    expect(audit.map(({ action }) => action)).toEqual(['perks_compensated', 'perk_batch_undone'])
    expect(await call({ perks: ['flying'] })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'perks.0', code: 'unknown_perk' }] },
    })
    // The page shows hundredths, so less would read as no time at all.
    for (const hours of [0, 0.001, 14.503]) {
      expect((await call({ hours })).body['errors']).toMatchObject([{ path: 'hours' }])
    }
    for (const other of [`perk-compensations/${nobody}`, `perk-imports/${id}`]) {
      expect(await admin.deleteWith(`/api/admin/${other}`, undo)).toMatchObject({ status: 404 })
    }
  })

  it('move to another Steam ID, after a look at how many', async () => {
    const [from, to] = [newSteamId(), newSteamId()]
    await grant(from)
    const { endsAt } = await grant(from)
    const call = (changes: Readonly<Record<string, unknown>> = {}) =>
      admin.post('/api/admin/perk-transfers', { from, to, reason, ...changes })
    expect(await call({ dryRun: true })).toMatchObject({ body: { id: null, grants: 2 } })
    expect(await endOf(from)).toBe(endsAt)
    const id = z.parse(z.string(), (await call()).body['id'])
    expect(await endOf(from)).toBeNull()
    const moved = Date.parse((await endOf(to)) ?? '') - Date.parse(endsAt ?? '')
    expect(moved).toBeLessThan(1000)
    const batch = (await batches()).find((one) => one.id === id)
    expect(batch).toMatchObject({ kind: 'transfer', count: 2, from, to })
    expect(await call()).toMatchObject({ status: 404, body: { code: 'perk_not_found' } })
    const { endsAt: ownEnd } = await grant(to)
    for (const _ of [1, 2]) {
      expect(await admin.delete(`/api/admin/perk-transfers/${id}`)).toMatchObject({ status: 204 })
    }
    const back = Date.parse((await endOf(from)) ?? '') - Date.parse(endsAt ?? '')
    expect(Math.abs(back)).toBeLessThan(1000)
    // What they hold themselves stays, and begins now.
    expect(Date.parse((await endOf(to)) ?? '')).toBeLessThan(Date.parse(ownEnd ?? ''))
    expect((await batches()).find((one) => one.id === id)?.undoneAt).toEqual(expect.any(String))
    expect(await call({ to: from })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'to', code: 'same_steam_id' }] },
    })
  })

  it('come from a table, never longer than it says, and leave again', async () => {
    const [known, other] = [newSteamId(), newSteamId()]
    const { endsAt } = await grant(known)
    const until = new Date(Date.parse(endsAt ?? '') + 30 * dayMilliseconds).toISOString()
    const text = [
      'Steam64;Perk;Until;Note;Country',
      `${known};priority_queue;${until};from the old shop;FR`,
      `${known};priority_queue;${until};from the old shop;FR`,
      `${other};flying;;;`,
      '7,65612E+16;priority_queue;;;',
      `${other};priority_queue;;;`,
    ].join('\r\n')
    const call = (changes: Readonly<Record<string, unknown>> = {}) =>
      admin.post('/api/admin/perk-imports', { source: 'csv', text, ...changes })
    const refused = [
      { line: 4, reason: 'unknown_perk' },
      { line: 5, reason: 'steam_id_mangled' },
      { line: 6, reason: 'no_end' },
    ]
    expect(await call({ dryRun: true })).toMatchObject({
      status: 200,
      body: { id: null, accepted: 1, refused },
    })
    expect(await endOf(known)).toBe(endsAt)
    const id = z.parse(z.string(), (await call()).body['id'])
    await call()
    expect(await endOf(known)).toBe(until)
    const found = (await batches()).find((one) => one.id === id)
    expect(found).toMatchObject({ kind: 'import', reason: 'csv', count: 1 })
    const { body } = await admin.get(`/api/admin/perks?steamId=${known}`)
    const { grants } = z.parse(listGrants.answer, body)
    expect(grants.find(({ source }) => source === 'import')?.reason).toBe('from the old shop')
    for (const batch of (await batches()).filter(({ kind }) => kind === 'import')) {
      expect(await admin.delete(`/api/admin/perk-imports/${batch.id}`)).toMatchObject({
        status: 204,
      })
    }
    expect(await endOf(known)).toBe(endsAt)
    expect(await call({ permanent: true })).toMatchObject({ body: { accepted: 2 } })
    expect(await endOf(other)).toBeNull()
  })

  it.each([
    ['a table without its text', { source: 'csv' }, 422, 'validation_failed'],
    ['a list with a text', { source: 'cftools', text: '' }, 422, 'validation_failed'],
    [
      'two ends',
      { source: 'csv', text: '', until: '2099-01-01T00:00:00Z', permanent: true },
      422,
      'validation_failed',
    ],
    [
      'an end that has passed',
      { source: 'csv', text: '', until: '2020-01-01T00:00:00Z' },
      422,
      'validation_failed',
    ],
    ['CFTools that is not configured', { source: 'cftools' }, 404, 'adapter_not_found'],
    ['a file that is not configured', { source: 'priority-file' }, 404, 'adapter_not_found'],
  ])('do not come from %s', async (_, body, status, code) => {
    expect(await admin.post('/api/admin/perk-imports', body)).toMatchObject({
      status,
      body: { code },
    })
  })

  it('come from a copied priority.txt of any size', async () => {
    const many = Array.from({ length: 20_000 }, (_, index) =>
      String(76561199000000000n + BigInt(index)),
    )
    const body = { source: 'priority-file', text: many.join(';'), permanent: true, dryRun: true }
    expect(await admin.post('/api/admin/perk-imports', body)).toMatchObject({
      status: 200,
      body: { id: null, accepted: 20_000, refused: [] },
    })
  })
})
