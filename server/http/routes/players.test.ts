import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { describeOnDatabase } from '#test/database.ts'
import { adminByCode, readAudit } from '#test/factories/admin.ts'
import { busyPlayer } from '#test/factories/account-data.ts'
import { checkoutBody, openOrder } from '#test/factories/checkout.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import { openPack } from '#test/factories/packs.ts'
import { paidOrder } from '#test/factories/paid-order.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { players, signIn } from '#test/sign-in.ts'
import type { Visitor } from '#test/visitor.ts'

const found = z.object({
  players: z.array(z.object({ steamId: z.string(), names: z.array(z.string()) })),
})

describeOnDatabase('the players', (_, createTestDatabase) => {
  let shop: TestShop
  let admin: Visitor
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
    admin = await adminByCode(shop)
  })

  async function find(search: string) {
    const { status, body } = await admin.get(
      `/api/admin/players?${new URLSearchParams({ search })}`,
    )
    expect(status).toBe(200)
    return found.parse(body).players
  }

  it('are found by each of their names and numbers, whole or pasted with rubbish', async () => {
    const steamId = newSteamId()
    const buyer = { discordUsername: 'Otter of Elektro', steamId }
    const order = await paidOrder(shop, shop.visitor(), checkoutBody(buyer))
    const pack = await openPack(shop, buyer)
    for (const search of [
      'OTTER',
      steamId.slice(5),
      `Steam: \u202A${steamId}\u202C,`,
      order.orderId,
      order.reference,
      order.paypalOrderId,
      pack.orderId,
      pack.sessionId,
    ]) {
      expect([search, await find(search)]).toEqual([
        search,
        [{ steamId, names: ['Otter of Elektro'] }],
      ])
    }
    expect(await find('')).toEqual([])
    expect(await find('%')).toEqual([])
    expect(await find(newSteamId())).toEqual([])
  })

  it('are not found by a payment without an order, which is said', async () => {
    const { reference } = await paidOrder(shop, shop.visitor(), checkoutBody())
    const { db } = shop.services.database
    const isUnmatched = async () =>
      (await admin.get(`/api/admin/players?search=${reference}`)).body['isUnmatchedPayment']
    expect(await isUnmatched()).toBe(false)
    await db
      .updateTable('payments')
      .set({ order_id: null, unmatched_reason: 'order_unknown' })
      .where('reference', '=', reference)
      .execute()
    expect(await isUnmatched()).toBe(true)
  })

  it('are found best first: the whole name, its beginning, a part of it', async () => {
    const [whole, beginning, part] = [newSteamId(), newSteamId(), newSteamId()]
    const misleading = `${whole} VIP`
    await openOrder(
      shop.visitor(),
      checkoutBody({ steamId: whole, discordUsername: misleading, forSomebodyElse: true }),
    )
    shop.advanceClock(1000)
    for (const [steamId, discordUsername] of [
      [beginning, 'lynxes'],
      [whole, 'Lynx'],
      [part, 'big lynx'],
    ]) {
      await admin.post('/api/admin/krypto-credits', { steamId, discordUsername, amount: 1 })
    }
    expect((await find('lynx')).map(({ steamId }) => steamId)).toEqual([whole, beginning, part])
    expect(await find(whole)).toEqual([{ steamId: whole, names: ['Lynx', misleading] }])
  })

  it('are found by two characters only where these are the whole name', async () => {
    const steamId = newSteamId()
    for (const [whose, discordUsername] of [
      [steamId, 'Xy'],
      [newSteamId(), 'Xylo'],
    ]) {
      await admin.post('/api/admin/krypto-credits', { steamId: whose, discordUsername, amount: 1 })
    }
    expect(await find('xy')).toEqual([{ steamId, names: ['Xy'] }])
    expect(await find('76')).toEqual([])
  })

  it('have everything on one page, and are found by their account', async () => {
    const { steamId, orderId } = await busyPlayer(shop, 'wolverine')
    expect((await find(players.hunter)).map((player) => player.steamId)).toContain(steamId)
    expect((await admin.get(`/api/admin/players/${steamId}`)).body).toMatchObject({
      steamId,
      isKnown: true,
      account: { id: players.hunter, lastSeenAt: expect.any(String) },
      perks: [{ perk: 'priority_queue', endsAt: expect.any(String) }],
      grants: [{ orderId }],
      orders: [{ id: orderId, status: 'paid' }],
      packs: [{ status: 'paid' }],
      transactions: [expect.any(Object), expect.any(Object)],
      listings: [{ state: 'live' }],
    })
  })

  it('have notes of the staff, which their author or an owner deletes', async () => {
    const steamId = newSteamId()
    const notes = `/api/admin/players/${steamId}/notes`
    const helper = shop.visitor()
    await signIn(helper, 'mallory')
    const person = { discordId: players.mallory, name: 'Anna', role: 'support' }
    await admin.post('/api/admin/people', person)
    expect((await admin.post(notes, { text: 'Asked twice\r\nfor a refund.' })).status).toBe(204)
    shop.advanceClock(1000)
    expect((await helper.post(notes, { text: 'Friendly' })).status).toBe(204)
    const { body } = await helper.get(`/api/admin/players/${steamId}`)
    expect(body['notes']).toMatchObject([
      { text: 'Friendly', isRemovable: true, authorName: expect.any(String) },
      { text: 'Asked twice\nfor a refund.', isRemovable: false },
    ])
    const [second, first] = z.array(z.object({ id: z.string() })).parse(body['notes'])
    const remove = (by: Visitor, note: typeof first) => by.delete(`${notes}/${note?.id}`)
    expect((await remove(helper, first)).status).toBe(404)
    expect((await remove(helper, second)).status).toBe(204)
    expect((await remove(await adminByCode(shop), first)).status).toBe(204)
    expect((await helper.post(notes, { text: 'x'.repeat(2001) })).status).toBe(422)
    expect(await readAudit(shop, `player:${steamId}`)).toMatchObject([
      { action: 'player_note_added' },
      { action: 'player_note_added' },
      { action: 'player_note_removed', before: { author: `discord:${players.mallory}` } },
      { action: 'player_note_removed', before: { author: expect.stringMatching(/^code:/) } },
    ])
  })

  it('have a note once, however often it is sent after a lost answer', async () => {
    const steamId = newSteamId()
    const send = (text: string) =>
      admin.post(`/api/admin/players/${steamId}/notes`, { text }, { 'idempotency-key': steamId })
    const answers = await Promise.all([1, 2, 3].map(() => send('Paid twice')))
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
    expect((await send('Paid once')).body['code']).toBe('idempotency_key_reused')
    const { body } = await admin.get(`/api/admin/players/${steamId}`)
    expect(body['notes']).toMatchObject([{ text: 'Paid twice' }])
  })

  it('that nobody here has seen are an empty page', async () => {
    const steamId = newSteamId()
    // Somebody else may have it in their names.
    await busyPlayer(shop, 'impostor')
    const { db } = shop.services.database
    await db
      .updateTable('users')
      .set({ name: `${steamId} VIP` })
      .execute()
    await db.updateTable('steam_claims').set({ persona_name: steamId }).execute()
    expect(await find(steamId)).toEqual([])
    expect((await admin.get(`/api/admin/players/${steamId}`)).body).toEqual({
      steamId,
      names: [],
      isKnown: false,
      account: null,
      perks: [],
      grants: [],
      orders: [],
      packs: [],
      skins: [],
      balance: 0,
      transactions: [],
      listings: [],
      notes: [],
    })
    expect((await admin.get('/api/admin/players/nobody')).status).toBe(422)
  })
})
