import { createHash } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import * as contract from '#contract/perks.ts'
import { describeOnDatabase } from '#test/database.ts'
import { adminByCode } from '#test/factories/admin.ts'
import { checkoutBody, nameTagBody } from '#test/factories/checkout.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import { paidOrder } from '#test/factories/paid-order.ts'
import { insertOrder } from '#test/factories/purchase.ts'
import { sendJobs } from '#test/send-jobs.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { players, signIn, type PlayerName } from '#test/sign-in.ts'
import type { Visitor } from '#test/visitor.ts'
import { addMonths, type GrantTerm } from '#domain/perks.ts'
import { transferPerks } from '#server/services/perks/admin-changes.ts'
import { changePerks } from '#server/services/perks/ledger.ts'
import { applyOrderToPerks } from '#server/services/perks/order-perks.ts'
import { listSlots } from '#server/services/perks/slots.ts'

const dayMilliseconds = 86_400_000
const red = { r: 255, g: 0, b: 0 }
const green = { r: 0, g: 255, b: 0 }

describeOnDatabase('perks over HTTP', (_open, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
  })

  const read = async (visitor: Visitor) => {
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(`${shop.origin}/api/perks`, { headers: { cookie } })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    return z.parse(contract.listPerks.answer, await answer.json())
  }
  /** A browser that has its cookie. */
  const newBuyer = async () => {
    const visitor = shop.visitor()
    await visitor.get('/api/payment-options')
    const secret = visitor.cookies.get('buyer') ?? ''
    return { visitor, hash: createHash('sha256').update(secret).digest('hex') }
  }
  const buy = async (
    hash: string,
    steamId: string,
    changes: Parameters<typeof insertOrder>[1] = {},
  ) => {
    const { services } = shop
    const id = await insertOrder(services.database, {
      buyer_hash: hash,
      steam_id: steamId,
      duration_months: 1,
      status: 'paid',
      ...changes,
    })
    await changeOrder(id, 'paid', true)
    return id
  }
  const changeOrder = (id: string, status: 'paid' | 'disputed' | 'refunded', isPaidNow = false) =>
    shop.services.database.transaction(async (trx) => {
      const orders = trx.selectFrom('orders').selectAll().where('id', '=', id)
      const order = await orders.executeTakeFirstOrThrow()
      await applyOrderToPerks(shop.services, trx, order, { status, isPaidNow })
    })
  type GiveOptions = Partial<{ readonly clock: () => Date; readonly color: string }>
  const give = (steamId: string, perk: string, term: GrantTerm, options: GiveOptions = {}) =>
    shop.services.database.transaction((trx) => {
      const { clock = shop.services.clock, color = null } = options
      const entries = [{ kind: 'granted', term, color, source: 'staff' } as const]
      const services = { ...shop.services, clock }
      return changePerks(services, trx, [{ steamId, perk, entries }], { actor: 'code:1' })
    })
  const claim = async (steamId: string, player: PlayerName) => {
    const visitor = shop.visitor()
    await signIn(visitor, player)
    const { db } = shop.services.database
    const { user_id: userId } = await db
      .selectFrom('accounts')
      .select('user_id')
      .where('account_id', '=', players[player])
      .executeTakeFirstOrThrow()
    await db.insertInto('steam_claims').values({ steam_id: steamId, user_id: userId }).execute()
    return visitor
  }
  const daysOf = ({ startsAt, endsAt }: { startsAt: string; endsAt: string | null }) =>
    Math.round((Date.parse(endsAt ?? '') - Date.parse(startsAt)) / dayMilliseconds)
  const colorPath = (steamId: string, perk = 'name_tag_color') =>
    `/api/perks/${steamId}/${perk}/color`

  it('show what was paid for: its time, its colour and how far its delivery is', async () => {
    const [visitor, steamId] = [shop.visitor(), newSteamId()]
    await paidOrder(shop, visitor, { ...checkoutBody(), steamId })
    await paidOrder(shop, visitor, { ...nameTagBody({ color: red }), steamId })
    const perks = await read(visitor)
    expect(perks).toMatchObject([
      { perk: 'name_tag_color', steamId, params: { color: red } },
      { perk: 'priority_queue', steamId, params: {} },
    ])
    for (const { delivery } of perks) {
      expect(delivery).toMatchObject({
        state: 'needs_owner',
        reason: 'by_hand',
        steps: [{ state: 'needs_owner' }],
      })
      // Nothing is tried again.
      expect(delivery.until).toBeUndefined()
    }
    expect(await read(shop.visitor())).toEqual([])
  })

  it('are in the game once the staff has marked their order as delivered', async () => {
    const [visitor, steamId] = [shop.visitor(), newSteamId()]
    const { orderId } = await paidOrder(shop, visitor, { ...checkoutBody(), steamId })
    const admin = await adminByCode(shop)
    const states = async () => {
      const [first] = await read(visitor)
      return [first?.delivery.state, first?.delivery.steps.map(({ state }) => state)]
    }
    await admin.patch(`/api/admin/orders/${orderId}`, { delivered: true })
    expect(await states()).toEqual(['verified', ['needs_owner', 'verified']])
    await admin.patch(`/api/admin/orders/${orderId}`, { delivered: false })
    expect(await states()).toEqual(['needs_owner', ['needs_owner', 'verified', 'needs_owner']])
  })

  it('show suspended ones, and not what was taken back', async () => {
    const { visitor, hash } = await newBuyer()
    const disputed = newSteamId()
    await changeOrder(await buy(hash, disputed), 'disputed')
    await changeOrder(await buy(hash, newSteamId()), 'refunded')
    const perks = await read(visitor)
    expect(perks).toMatchObject([{ steamId: disputed, delivery: { state: 'suspended' } }])
  })

  it('are renewed to the day that the months before them keep', async () => {
    const steamId = newSteamId()
    const owner = await claim(steamId, 'hunter')
    const january31 = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 0, 31, 12))
    const giveMonth = () =>
      give(steamId, 'priority_queue', { kind: 'months', months: 1 }, { clock: () => january31 })
    await giveMonth()
    const [held] = await read(owner)
    expect(held?.renewalDay).toBe(31)
    await giveMonth()
    const [renewed] = await read(owner)
    const shownMs = addMonths(Date.parse(held?.endsAt ?? ''), 1, held?.renewalDay)
    expect(renewed?.endsAt).toBe(new Date(shownMs).toISOString())
    expect(shownMs).toBe(addMonths(january31.getTime(), 2))
  })

  it('belong to the linked account; who gave a present sees only the present', async () => {
    const { visitor: friend, hash } = await newBuyer()
    const steamId = newSteamId()
    await give(steamId, 'priority_queue', { kind: 'time', ms: 10 * dayMilliseconds })
    await give(steamId, 'clan_tag_color', { kind: 'permanent' })
    await buy(hash, steamId)
    // Also while nobody has linked the Steam ID.
    const early = await read(friend)
    expect(early).toMatchObject([
      { perk: 'priority_queue', calendar: [{}], history: [{ what: 'granted' }] },
    ])
    expect(early.map(daysOf)).not.toContainEqual(expect.toSatisfy((days) => days > 31))
    const owner = await claim(steamId, 'plain')
    const [permanent, whole] = await read(owner)
    expect(permanent).toMatchObject({ perk: 'clan_tag_color', endsAt: null })
    expect(whole && daysOf(whole)).toBeGreaterThan(37)
    expect(whole?.calendar.map(({ source }) => source)).toEqual(['staff', 'order'])
    expect(whole?.calendar[1]).toMatchObject({
      startsAt: whole?.calendar[0]?.endsAt,
      endsAt: whole?.endsAt,
    })
    expect(whole?.history).toMatchObject([
      { what: 'granted', source: 'order' },
      { what: 'granted', source: 'staff' },
    ])
    const present = await read(friend)
    expect(present).toMatchObject([
      {
        perk: 'priority_queue',
        params: {},
        calendar: [{ ...whole?.calendar[1] }],
        history: [],
      },
    ])
    expect(present.map(daysOf)).not.toContainEqual(expect.toSatisfy((days) => days > 31))
    const stranger = shop.visitor()
    await signIn(stranger, 'mallory')
    expect(await read(stranger)).toEqual([])
  })

  it('that were bought for somebody else show who bought them no more than that', async () => {
    const { visitor: friend, hash } = await newBuyer()
    const steamId = newSteamId()
    await give(steamId, 'clan_tag_color', { kind: 'permanent' })
    await give(steamId, 'name_tag_color', { kind: 'months', months: 1 })
    await give(steamId, 'priority_queue', { kind: 'time', ms: 10 * dayMilliseconds })
    await buy(hash, steamId, { for_somebody_else: true })
    const present = await read(friend)
    expect(present).toMatchObject([{ perk: 'priority_queue', calendar: [{ source: 'order' }] }])
    expect(present.map(daysOf)).not.toContainEqual(expect.toSatisfy((days) => days > 31))
    expect((await friend.post(colorPath(steamId), red)).body['code']).toBe('perk_not_found')
    // Nor once they have said that the Steam ID is theirs.
    await buy(hash, steamId)
    expect((await read(friend)).map(({ perk }) => perk)).toEqual(['priority_queue'])
    expect((await friend.post(colorPath(steamId), red)).body['code']).toBe('perk_not_found')
  })

  it('are seen by who gave them even when that was disputed before it began', async () => {
    const { visitor: friend, hash } = await newBuyer()
    const steamId = newSteamId()
    await give(steamId, 'priority_queue', { kind: 'time', ms: 10 * dayMilliseconds })
    await claim(steamId, 'plain')
    const order = await buy(hash, steamId)
    await changeOrder(order, 'disputed')
    expect(await read(friend)).toMatchObject([{ calendar: [], delivery: { state: 'suspended' } }])
  })

  it('are seen by their buyer after a transfer, without the new Steam ID and the rest', async () => {
    const { visitor, hash } = await newBuyer()
    const [from, to] = [newSteamId(), newSteamId()]
    await buy(hash, from)
    await give(to, 'priority_queue', { kind: 'time', ms: 100 * dayMilliseconds })
    const admin = { role: 'owner', by: 'code', actor: 'code:1' } as const
    await transferPerks(shop.services, admin, { from, to, reason: 'another account' })
    const perks = await read(visitor)
    const delivery = { state: 'moved', steps: [] }
    expect(perks).toMatchObject([{ steamId: from, perk: 'priority_queue', delivery }])
    const orders = await visitor.get('/api/orders')
    expect(orders.body).toMatchObject({ orders: [{ perk: { delivery } }] })
    expect(JSON.stringify([perks, orders.body])).not.toContain(to)
    expect(perks.map(daysOf)).not.toContainEqual(expect.toSatisfy((days) => days > 31))
    await transferPerks(shop.services, admin, { from: to, to: from, reason: 'a mistake' })
    const { body } = await visitor.get('/api/orders')
    expect(JSON.stringify([body, await read(visitor)])).not.toContain('moved')
  })

  it('take another colour, once a day, and the same one as often as wanted', async () => {
    const steamId = newSteamId()
    await give(steamId, 'name_tag_color', { kind: 'months', months: 1 })
    const owner = await claim(steamId, 'plain')
    const path = colorPath(steamId)
    const changed = await owner.post(path, red)
    expect([changed.status, changed.body['params']]).toEqual([200, { color: red }])
    const nextMs = Date.parse(String(changed.body['colorChangeAt']))
    expect(nextMs).toBeGreaterThan(shop.services.clock().getTime() + dayMilliseconds - 60_000)
    expect(nextMs).toBeLessThanOrEqual(shop.services.clock().getTime() + dayMilliseconds)
    expect((await owner.post(path, red)).status).toBe(200)
    const again = await owner.post(path, green)
    expect([again.status, again.body['code']]).toEqual([409, 'color_changed_today'])
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0)
    await give(steamId, 'name_tag_color', { kind: 'months', months: 1 }, { color: '#0000ff' })
    const held = (await read(owner)).find((perk) => perk.steamId === steamId)
    expect(held?.params).toEqual({ color: { r: 0, g: 0, b: 255 } })
    expect(held?.history.map(({ what }) => what)).toEqual(['granted', 'colored', 'granted'])
    shop.advanceClock(dayMilliseconds)
    expect((await read(owner)).every(({ colorChangeAt }) => colorChangeAt === null)).toBe(true)
    expect((await owner.post(path, green)).body['params']).toEqual({ color: green })
  })

  it('count no purchase as that day’s change of the colour', async () => {
    const [visitor, steamId] = [shop.visitor(), newSteamId()]
    await paidOrder(shop, visitor, { ...nameTagBody({ color: red }), steamId })
    expect(await read(visitor)).toMatchObject([{ params: { color: red }, colorChangeAt: null }])
    expect((await visitor.post(colorPath(steamId), green)).body['params']).toEqual({ color: green })
  })

  it('take a colour of whoever bought the newest one, until the Steam ID is linked', async () => {
    const [first, second, steamId] = [shop.visitor(), shop.visitor(), newSteamId()]
    const change = async (visitor: Visitor) =>
      (await visitor.post(colorPath(steamId), { r: 0, g: 0, b: 255 })).status
    await paidOrder(shop, first, { ...nameTagBody({ color: red }), steamId })
    expect(await read(first)).toMatchObject([{ params: { color: red } }])
    await paidOrder(shop, second, { ...nameTagBody({ color: green }), steamId })
    expect(await read(first)).toMatchObject([{ params: {}, lastColor: null }])
    expect(await read(second)).toMatchObject([{ params: { color: green } }])
    expect([await change(first), await change(second)]).toEqual([404, 200])
    await claim(steamId, 'plain')
    shop.advanceClock(dayMilliseconds)
    expect(await change(second)).toBe(404)
  })

  it('take a colour of whoever bought one for themselves, whatever others gave since', async () => {
    const [buyer, friend, steamId] = [shop.visitor(), shop.visitor(), newSteamId()]
    await paidOrder(shop, buyer, { ...nameTagBody({ color: red }), steamId })
    const present = { ...nameTagBody({ color: green }), steamId, forSomebodyElse: true }
    await paidOrder(shop, friend, present)
    await give(steamId, 'name_tag_color', { kind: 'months', months: 1 }, { color: '#0000ff' })
    const change = async (visitor: Visitor) => (await visitor.post(colorPath(steamId), red)).status
    expect([await change(friend), await change(buyer)]).toEqual([404, 200])
    expect(await read(buyer)).toMatchObject([{ params: { color: red } }])
    expect(await read(friend)).toMatchObject([{ params: {}, lastColor: null, history: [] }])
  })

  it('renew a clan tag in the colour that was bought, which is no colour of a name', async () => {
    const [visitor, steamId] = [shop.visitor(), newSteamId()]
    const name = 'Clan Color Tag'
    const body = nameTagBody({ name, type: name, price: 15, color: green })
    await paidOrder(shop, visitor, { ...body, totalPrice: '15.00', steamId })
    expect(await read(visitor)).toMatchObject([
      { perk: 'clan_tag_color', params: {}, lastColor: green },
    ])
  })

  it('take a colour of nobody else, and not where there is nothing to colour', async () => {
    const steamId = newSteamId()
    await give(steamId, 'name_tag_color', { kind: 'months', months: 1 })
    await give(steamId, 'priority_queue', { kind: 'months', months: 1 })
    const owner = await claim(steamId, 'plain')
    const { visitor: friend, hash } = await newBuyer()
    await buy(hash, steamId)
    const refusals = await Promise.all([
      shop.visitor().post(colorPath(steamId), red),
      friend.post(colorPath(steamId), red),
      owner.post(colorPath(steamId, 'priority_queue'), red),
      owner.post(colorPath(steamId, 'clan_tag_color'), red),
      owner.post(colorPath(newSteamId()), red),
    ])
    expect(refusals.map(({ status, body }) => [status, body['code']])).toEqual(
      refusals.map(() => [404, 'perk_not_found']),
    )
    for (const color of [
      { ...red, r: 256 },
      { r: 1, g: 2 },
      { ...red, b: 1.5 },
    ]) {
      const { body } = await owner.post(colorPath(steamId), color)
      expect(body['code']).toBe('validation_failed')
    }
    expect((await owner.post(colorPath('somebody'), red)).body['code']).toBe('validation_failed')
  })

  it('have slots where the owner limits them', async () => {
    const answer = await fetch(`${shop.origin}/api/perk-slots`)
    expect(await answer.json()).toEqual([])
    const { services } = shop
    const limited = (slots: number) => {
      const { products } = services.site.current()
      const vip = { kind: 'timed', slug: 'vip', name: 'VIP', slots } as const
      const current = () => ({ ...services.site.current(), products: [vip, ...products] })
      return listSlots({ ...services, site: { ...services.site, current } })
    }
    const day = (days: number): GrantTerm => ({ kind: 'time', ms: days * dayMilliseconds })
    expect(await limited(2)).toEqual([{ product: 'vip', slots: 2, left: 2, nextFreeAt: null }])
    for (const term of [day(5), day(3), { kind: 'permanent' } as const]) {
      await give(newSteamId(), 'vip', term)
    }
    const freeAfter = async (slots: number) => {
      const [vip] = await limited(slots)
      const atMs = Date.parse(vip?.nextFreeAt ?? '') - services.clock().getTime()
      return [vip?.left, Math.round(atMs / dayMilliseconds)]
    }
    expect(await limited(4)).toMatchObject([{ left: 1, nextFreeAt: null }])
    expect(await freeAfter(3)).toEqual([0, 3])
    expect(await freeAfter(2)).toEqual([0, 5])
    expect(await limited(1)).toMatchObject([{ left: 0, nextFreeAt: null }])
  })

  it('are reminded of, and by Discord those who have chosen it', async () => {
    const { visitor, hash } = await newBuyer()
    const steamId = newSteamId()
    await buy(hash, steamId)
    shop.advanceClock(27 * dayMilliseconds)
    const readReminders = async (from: Visitor) => {
      const { status, body, headers } = await from.get('/api/perk-reminders')
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
      return z.parse(contract.readReminders.answer, body)
    }
    expect(await readReminders(visitor)).toMatchObject({
      reminders: [{ steamId, perk: 'priority_queue', kind: 'week_before' }],
      answers: 0,
      direct: null,
    })
    const refused = await visitor.put('/api/perk-reminders', { direct: true })
    expect([refused.status, refused.body['code']]).toEqual([401, 'unauthenticated'])
    const owner = await claim(steamId, 'hunter')
    // What they gave is shown to buyers without what the player has besides.
    expect((await readReminders(visitor)).reminders).toHaveLength(1)
    expect((await owner.put('/api/perk-reminders', { direct: 'yes' })).status).toBe(422)
    owner.cookies.set('language', 'ru')
    const chosen = await owner.put('/api/perk-reminders', { direct: true })
    expect([chosen.status, chosen.body['direct']]).toEqual([200, { chosen: true, refused: false }])
    expect(await readReminders(owner)).toMatchObject({
      reminders: [{ steamId }],
      direct: { chosen: true },
    })
    await sendJobs(shop.services.database, 'remind-of-perks')
    await expect
      .poll(async () => JSON.stringify(await shop.sandbox.readLog('discord')))
      .toContain('Priority Queue')
    const left = await owner.put('/api/perk-reminders', { direct: false })
    expect(left.body['direct']).toEqual({ chosen: false, refused: false })
    shop.advanceClock(6 * dayMilliseconds)
    const ended = [{ steamId, kind: 'ended' }]
    expect((await readReminders(visitor)).reminders).toMatchObject(ended)
    const refunded = await buy(hash, steamId)
    expect((await readReminders(visitor)).reminders).toEqual([])
    await changeOrder(refunded, 'refunded')
    expect((await readReminders(visitor)).reminders).toEqual([])
  })
})
