import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { describeOnDatabase } from '#test/database.ts'
import { adminByCode } from '#test/factories/admin.ts'
import { checkoutBody, openOrder } from '#test/factories/checkout.ts'
import { insertShopItem, newSteamId } from '#test/factories/ledger.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { buySkin } from '#test/skin-shop.ts'
import { signIn } from '#test/sign-in.ts'
import { claimBalance } from '#test/steam.ts'
import type { Visitor } from '#test/visitor.ts'
import {
  accountDataPath,
  busyPlayer,
  buyPack,
  countsOf,
  download,
  erase,
} from '#test/factories/account-data.ts'

describeOnDatabase('the data of a player', (_open, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
  })
  beforeEach(async () => {
    await shop.sandbox.reset()
    await shop.services.database.db.deleteFrom('rate_limits').execute()
  })

  /** What is kept about a Steam ID, but how much is on its balance, and when Stripe is asked again. */
  async function readRows(steamId: string): Promise<Readonly<Record<string, unknown[]>>> {
    const { db } = shop.services.database
    const rows: Record<string, unknown[]> = {}
    for (const table of [
      'krypto_transactions',
      'krypto_balance',
      'krypto_orders',
      'skin_purchases',
    ]) {
      const found = await sql<{ row: unknown }>`
        select to_jsonb(t) - array['balance', 'updated_at', 'next_check_at', 'revision'] as row from ${sql.table(table)} t
        where steam_id = ${steamId}`.execute(db)
      rows[table] = found.rows.map(({ row }) => row)
    }
    const notes = await sql<{ row: unknown }>`
      select to_jsonb(t) as row from task_notes t where skin_purchase_id in (
        select id from skin_purchases where steam_id = ${steamId})`.execute(db)
    return { ...rows, task_notes: notes.rows.map(({ row }) => row) }
  }

  it('is one file with everything, without what opens something', async () => {
    const { visitor, steamId, orderId } = await busyPlayer(shop, 'otter')
    const answer = await visitor.get(accountDataPath)
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="my-data-\d{4}-\d\d-\d\d\.json"$/,
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const data = await download(visitor)
    expect(await countsOf(visitor)).toMatchObject({
      account: 1,
      discord: 1,
      steam: 1,
      orders: 1,
      payments: 1,
      purchases: 1,
      perks: 1,
      packs: 1,
      balances: 1,
      kr_lines: 2,
      listings: 1,
    })
    expect(data['orders']).toMatchObject([{ id: orderId, steam_id: steamId }])
    const text = JSON.stringify(data)
    for (const secret of ['buyer_hash', 'secret_hash', '"token"', 'networks', 'session_url']) {
      expect(text).not.toContain(secret)
    }
    for (const [, value] of visitor.cookies) expect(text).not.toContain(value)
    await erase(visitor)
  })

  it('is shown to nobody else', async () => {
    const { visitor } = await busyPlayer(shop, 'marten')
    const mallory = shop.visitor()
    await signIn(mallory, 'mallory')
    expect(await countsOf(shop.visitor())).toEqual({})
    expect(await countsOf(mallory)).toEqual({
      account: 1,
      discord: 1,
      sessions: expect.any(Number),
    })
    await erase(visitor)
  })

  it('names nobody else who gave to the same Steam ID', async () => {
    const [owner, giver] = [shop.visitor(), shop.visitor()]
    const steamId = newSteamId()
    await buyPack(shop, owner, { steamId, discordUsername: 'ermine' })
    await buyPack(shop, giver, { steamId, discordUsername: 'genet' })
    const read = async (visitor: Visitor) => JSON.stringify(await download(visitor))
    expect(await read(giver)).toContain('genet')
    expect(await read(giver)).not.toContain('ermine')
    await signIn(owner, 'hunter')
    await claimBalance(shop, owner, steamId)
    expect(await countsOf(owner)).toMatchObject({ packs: 1, balances: 1, kr_lines: 4 })
    expect(await read(owner)).toContain('ermine')
    expect(await read(owner)).not.toContain('genet')
    // Nor once they type the giver's name.
    await openOrder(owner, checkoutBody({ discordUsername: 'genet', steamId }))
    const [gift] = (await download(giver))['packs'] ?? []
    const { session_id: session } = z.looseObject({ session_id: z.string() }).parse(gift)
    expect(await read(owner)).not.toContain(session)
    await erase(owner)
    expect((await download(giver))['packs']).toEqual([gift])
    await erase(giver)
  })

  it('has what the staff did with it', async () => {
    const { visitor, steamId } = await busyPlayer(shop, 'civet')
    const admin = await adminByCode(shop)
    const [listing] = z
      .array(z.object({ id: z.string() }))
      .parse((await download(visitor))['listings'])
    const removed = { removed: true, reason: 'Spam, says ocelot' }
    await admin.post('/api/admin/krypto-credits', { steamId, discordUsername: 'ocelot', amount: 5 })
    await admin.patch(`/api/admin/team-listings/${listing?.id}`, removed)
    const grant = { steamId, perk: 'priority_queue', months: 1 }
    await admin.post('/api/admin/perks', { ...grant, reason: 'Won against ocelot' })
    const log = z.array(z.looseObject({})).parse((await download(visitor))['staff_log'])
    expect(log.map((entry) => entry['action'])).toEqual(
      expect.arrayContaining(['team_listing_removed', 'perk_granted', 'kr_credited']),
    )
    expect(JSON.stringify(log)).not.toMatch(/code:|ocelot/)
    await erase(visitor)
  })

  it('is not theirs who pay for its Steam ID and type its name', async () => {
    const { db } = shop.services.database
    const [player, mallory] = [shop.visitor(), shop.visitor()]
    const steamId = newSteamId()
    const name = { steamId, discordUsername: 'heron' }
    await buyPack(shop, player, name)
    const item = await insertShopItem(shop.services.database, { price: 100 })
    await buySkin(player, { steamId, item, key: randomUUID() })
    const admin = await adminByCode(shop)
    await admin.post('/api/admin/krypto-credits', { ...name, amount: 5 })
    const readSkin = () =>
      db
        .selectFrom('skin_purchases')
        .select(['id', 'announced_at'])
        .where('steam_id', '=', steamId)
        .executeTakeFirstOrThrow()
    // The shop announces it a moment later.
    await expect.poll(readSkin).not.toMatchObject({ announced_at: null })
    const skin = await readSkin()
    await admin.post(`/api/admin/tasks/${skin.id}/notes`, { text: 'Hello heron' })
    const before = await readRows(steamId)
    const own = await countsOf(player)
    expect(own).toMatchObject({ packs: 1, skins: 1, notes: 1 })

    await buyPack(shop, mallory, name)
    const { packs = [], kr_lines: lines, money_movements: moved, ...rest } = await download(mallory)
    const [bought] = (await download(player))['packs'] ?? []
    expect(packs.map((row) => Object.keys(z.looseObject({}).parse(row)))).toEqual([
      Object.keys(z.looseObject({}).parse(bought)),
    ])
    expect(packs).not.toEqual([bought])
    expect(moved).toMatchObject([{ kind: 'sale', currency: 'USD' }])
    const line = { id: expect.any(Number), steam_id: steamId, created_at: expect.any(String) }
    expect(lines).toEqual([
      { ...line, amount: 1000, transaction_type: 'pack_purchase', description: 'Pack 1000 Kr' },
      { ...line, amount: 100, transaction_type: 'pack_bonus', description: expect.any(String) },
    ])
    expect(Object.values(rest).flat()).toEqual([])
    expect(await erase(mallory)).toMatchObject({ status: 200, packs: 1 })
    const after = await readRows(steamId)
    for (const [table, rows] of Object.entries(before)) {
      expect([table, after[table]]).toEqual([table, expect.arrayContaining(rows)])
    }
    expect(await countsOf(player)).toEqual(own)
    await erase(player)
  })
})
