import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import type { PostToStaff } from '#server/providers/discord/staff-channel.ts'
import { ownRows } from '#server/services/accounts/own-data.ts'
import { verifyLedger } from '#server/services/kryptonite/ledger.ts'
import { sendMessage } from '#server/services/staff/send-messages.ts'
import { findDifferences } from '#test/audit.ts'
import { describeOnDatabase } from '#test/database.ts'
import { adminByCode, readAudit } from '#test/factories/admin.ts'
import {
  approvedOrder,
  cartItem,
  checkoutBody,
  openOrder,
  readRecords,
  reskinBody,
  startPayment,
} from '#test/factories/checkout.ts'
import { insertShopItem, newSteamId } from '#test/factories/ledger.ts'
import { openPack } from '#test/factories/packs.ts'
import { paidOrder } from '#test/factories/paid-order.ts'
import { listingFields } from '#test/factories/team-listings.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { buySkin } from '#test/skin-shop.ts'
import { busyPlayer, buyPack, countsOf, download, erase } from '#test/factories/account-data.ts'

/** What has no name of a player, and why: a table is here, or in `ownRows`. */
const unowned = {
  access_code: 'a switch',
  admin_sessions: 'the staff’s',
  cftools_players: 'ids of Steam IDs, to deliver',
  connection_faults: 'codes of providers',
  connection_tests: 'of the shop',
  demo_rows: 'ids of the demonstration',
  discord_posts: 'ids of messages; those of thanks are deleted at Discord once nobody is named',
  discord_roles_given: 'deleted once the role is taken, with the account',
  edits: 'the owner’s',
  events: 'those of a listing are deleted with it; others have no names',
  game_server_samples: 'numbers',
  game_server_status: 'numbers',
  idempotency_keys: 'without texts; a browser’s are deleted with its data',
  kysely_migration: 'names of migrations',
  kysely_migration_lock: 'none',
  images: 'deleted in the night after, with nothing using them',
  list_prices: 'prices',
  offer_redemptions: 'Steam IDs, so that no gift is given twice',
  offers: 'the shop’s',
  lb_polls: 'a time',
  lb_requests: 'Steam IDs, to deliver',
  perk_adapters: 'Steam IDs, to deliver',
  perk_attempts: 'Steam IDs, to deliver',
  perk_coverage: 'Steam IDs, to deliver',
  perk_deliveries: 'Steam IDs, to deliver',
  perk_file_versions: 'Steam IDs, to deliver',
  perk_reminders_sent: 'Steam IDs, so that no reminder comes twice',
  priority_pulls: 'Steam IDs, to deliver',
  rate_limits: 'pseudonyms, for minutes',
  shop_items: 'the shop’s',
  steam_nonces: 'random',
  verifications: 'of a sign-in, for minutes',
  webhook_events: 'found by what they name; emptied',
}

describeOnDatabase('the deletion of a player’s data', (_open, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
  })
  beforeEach(async () => {
    await shop.sandbox.reset()
    await shop.services.database.db.deleteFrom('rate_limits').execute()
  })

  async function listTables(): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
      shop.services.database.db,
    )
    return rows.map(({ name }) => name).toSorted()
  }

  /** The tables in which a text stands anywhere. */
  async function findText(text: string): Promise<string[]> {
    const { db } = shop.services.database
    const found: string[] = []
    for (const name of await listTables()) {
      const { rows } = await sql`
        select from ${sql.table(name)} t where to_jsonb(t)::text like ${`%${text}%`} limit 1`.execute(
        db,
      )
      if (rows.length > 0) found.push(name)
    }
    return found
  }

  /** Everybody writes about them under their name, wherever a text can be written. */
  async function writeAbout({ visitor, steamId, orderId }: Awaited<ReturnType<typeof busyPlayer>>) {
    const { db } = shop.services.database
    const admin = await adminByCode(shop)
    const [listing] = z
      .array(z.looseObject({ id: z.string(), discord_username: z.string() }))
      .parse((await download(visitor))['listings'])
    const name = listing?.discord_username
    const report = { reason: 'insult', note: `${name} insults everybody` }
    await shop.visitor().post(`/api/team-listings/${listing?.id}/reports`, report)
    const address = `/api/admin/team-listings/${listing?.id}`
    await admin.patch(address, { removed: true, reason: `${name} sells accounts` })
    await admin.patch(address, { removed: false })
    const credit = { steamId, discordUsername: name, amount: 5 }
    const credited = await admin.post('/api/admin/krypto-credits', credit)
    expect(credited.status).toBeLessThan(300)
    const correction = { steamId, amount: 100, reason: `${name} won` }
    await admin.post('/api/admin/krypto-corrections', correction)
    await admin.post(`/api/admin/players/${steamId}/notes`, { text: `${name} is kind` })
    const reason = `${name} lost an account`
    const [perk, from] = ['priority_queue', newSteamId()]
    const granted = await admin.post('/api/admin/perks', { steamId, perk, months: 1, reason })
    await admin.deleteWith(`/api/admin/perks/${String(granted.body['id'])}`, { reason })
    await admin.post('/api/admin/perks', { steamId: from, perk, months: 1, reason: 'A gift' })
    await admin.post('/api/admin/perk-transfers', { from, to: steamId, reason })
    const item = await insertShopItem(shop.services.database, { price: 100 })
    await buySkin(visitor, { steamId, item, key: randomUUID() })
    const skins = db.selectFrom('skin_purchases').select('id').where('steam_id', '=', steamId)
    const { id: skinId } = await skins.executeTakeFirstOrThrow()
    await admin.post(`/api/admin/tasks/${skinId}/notes`, { text: `Hello ${name}` })
    const messages = `/api/orders/${orderId}/messages`
    await visitor.post(messages, { text: `I am ${name}` })
    await admin.post(messages.replace('/api', '/api/admin'), { text: `Hello ${name}` })
    await sql`update orders set details = ${`A wolf for ${name}`} where id = ${orderId}`.execute(db)
    await sql`
      insert into unreadable_answers (provider, subject, reference, order_id, detail, answer,
        first_seen_at, last_seen_at, resolved_at, resolution)
      values ('paypal', ${orderId}, ${orderId}, ${orderId}, 'status', '{}', now(), now(), now(),
        ${reason})`.execute(db)
    return [`team_listing:${listing?.id}`, `balance:${steamId}`] as const
  }

  it('of a visitor without an account is that of their browser and its listings', async () => {
    const [visitor, other] = [shop.visitor(), shop.visitor()]
    const secret = { authorization: `Bearer ${randomBytes(32).toString('base64url')}` }
    await visitor.post('/api/team-listings', { ...listingFields, discordUsername: 'stoat' }, secret)
    const body = checkoutBody({ discordUsername: 'stoat', steamId: newSteamId() })
    await paidOrder(shop, visitor, body)
    expect(await download(visitor, secret)).toMatchObject({
      orders: [{ discord_username: 'stoat' }],
      listings: [{ discord_username: 'stoat' }],
    })
    expect((await erase(other, secret))['listings']).toBe(1)
    expect(await erase(visitor, secret)).toMatchObject({ orders: 1, listings: 0 })
    expect(await findText('stoat')).toEqual([])
  })

  it('is deleted, and the books stay without the name', async () => {
    const { database } = shop.services
    const player = await busyPlayer(shop, 'wolverine')
    const { visitor, steamId, orderId } = player
    const audited = await writeAbout(player)
    expect(await findText('wolverine')).toEqual([
      'audit_log',
      'events',
      'krypto_balance',
      'krypto_orders',
      'krypto_transactions',
      'order_messages',
      'orders',
      'perk_batches',
      'perk_entries',
      'player_notes',
      'skin_purchases',
      'task_notes',
      'team_listing_reports',
      'team_listings',
      'unreadable_answers',
    ])
    expect(await erase(visitor)).toEqual({ status: 200, orders: 1, packs: 1, listings: 1 })
    expect(await findText('wolverine')).toEqual([])
    expect(await findText('Crystal Hunter')).toEqual([])
    const [moderated, credited] = await Promise.all(audited.map((one) => readAudit(shop, one)))
    expect(moderated).toMatchObject([
      { action: 'team_listing_removed', before: { listedBy: '-', description: '-' } },
      { action: 'team_listing_put_back', before: { removalReason: '-' } },
    ])
    expect(credited).toMatchObject([
      { after: { amount: 5, discordUsername: '-' } },
      { after: { amount: 100, reason: '-' } },
    ])
    expect((await visitor.get('/api/session')).body).toEqual({ user: null })
    expect(await countsOf(visitor)).toEqual({})

    const { order, payments } = await readRecords(shop, orderId)
    expect(order).toMatchObject({
      status: 'paid',
      steam_id: steamId,
      discord_username: '-',
      user_id: null,
      listed_as_donor: false,
    })
    expect(payments).toMatchObject([{ amount_cents: 2500 }])
    expect(await findDifferences(shop, [orderId])).toEqual([])
    expect((await verifyLedger(database)).differences).toEqual([])
    const perks = await database.db
      .selectFrom('perk_coverage')
      .select('perk')
      .where('steam_id', '=', steamId)
      .execute()
    expect(perks).toEqual([{ perk: 'priority_queue' }])
    const log = await database.db
      .selectFrom('audit_log')
      .select(['actor', 'after'])
      .where('action', '=', 'data_deleted')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(log).toEqual({
      actor: 'player',
      after: { orders: 1, packs: 1, listings: 1, account: true },
    })
  })

  it('has its owner in every table, or none', async () => {
    const owned = Object.keys(ownRows({ hash: null, userId: null }))
    expect(await listTables()).toEqual([...owned, ...Object.keys(unowned)].toSorted())
  })

  it('is deleted once: again, or by two presses, changes nothing more', async () => {
    const { visitor } = await busyPlayer(shop, 'lynx')
    const copy = shop.visitor()
    for (const [name, value] of visitor.cookies) copy.cookies.set(name, value)
    const answers = await Promise.all([erase(visitor), erase(copy)])
    expect(answers.map((answer) => answer['status'])).toEqual([200, 200])
    expect(answers.map((answer) => answer['orders'])).toEqual(expect.arrayContaining([0, 1]))
    expect(await erase(visitor)).toEqual({ status: 200, orders: 0, packs: 0, listings: 0 })
  })

  it('of others stays as it is', async () => {
    const other = shop.visitor()
    const steamId = newSteamId()
    const name = { steamId, discordUsername: 'badger' }
    const { orderId } = await paidOrder(shop, other, checkoutBody(name))
    await buyPack(shop, other, name)
    // Somebody who only ordered for the same Steam ID, by the same name, and never paid.
    const stranger = shop.visitor()
    await openOrder(stranger, checkoutBody(name))
    await openOrder(stranger, checkoutBody({ items: [cartItem()], ...name }))
    expect(await erase(stranger)).toMatchObject({ status: 200, orders: 2, packs: 0 })
    expect((await readRecords(shop, orderId)).order.discord_username).toBe('badger')
    expect(await countsOf(other)).toMatchObject({ orders: 1, packs: 1, kr_lines: 2 })
    expect(await findText('badger')).toContain('krypto_transactions')
    await erase(other)
    expect(await findText('badger')).toEqual([])
  })

  it('waits for a payment that can still come in', async () => {
    const visitor = shop.visitor()
    const { orderId } = await approvedOrder(
      shop,
      visitor,
      checkoutBody({ discordUsername: 'beaver', steamId: newSteamId() }),
    )
    expect(await erase(visitor)).toMatchObject({ status: 409, code: 'payment_pending' })
    expect((await readRecords(shop, orderId)).order.discord_username).toBe('beaver')
    await visitor.post(`/api/orders/${orderId}/capture`, {})
    const paid = await erase(visitor)
    expect(paid).toMatchObject({ status: 200, orders: 1 })
    expect(await findDifferences(shop, [orderId])).toEqual([])
  })

  it('waits for an open payment of a pack', async () => {
    const visitor = shop.visitor()
    await openPack(shop, { discordUsername: 'mink' }, visitor)
    expect(await erase(visitor)).toMatchObject({ status: 409, code: 'payment_pending' })
  })

  it('ends a checkout whose payment never began, which then cannot be paid', async () => {
    const visitor = shop.visitor()
    const before = new Map(visitor.cookies)
    const orderId = await openOrder(visitor, checkoutBody({ steamId: newSteamId() }))
    const buyer = shop.visitor()
    for (const [name, value] of visitor.cookies) buyer.cookies.set(name, value)
    expect(before.size).toBe(0)
    await erase(visitor)
    expect((await readRecords(shop, orderId)).order.status).toBe('expired')
    await expect(startPayment(buyer, orderId)).rejects.toThrow()
  })

  it('is in no message to the staff that is sent afterwards', async () => {
    const { database } = shop.services
    const visitor = shop.visitor()
    const { orderId } = await paidOrder(
      shop,
      visitor,
      reskinBody({ discordUsername: 'polecat', steamId: newSteamId() }),
    )
    // As if Discord had been down since before the purchase; no job may send them meanwhile.
    await shop.stopJobs()
    await database.db.updateTable('messages').set({ sent_at: null }).execute()
    await erase(visitor)
    const { messages } = await readRecords(shop, orderId)
    expect(messages.map(({ kind }) => kind)).toEqual(['checkout_paid'])
    const posted: string[] = []
    const postToStaff: PostToStaff = async (message) => {
      posted.push(JSON.stringify(message))
      return { outcome: 'sent' }
    }
    for (const { id } of messages) {
      await sendMessage({ ...shop.services, postToStaff }, id, async () => undefined)
    }
    expect(posted).toEqual([expect.stringContaining(orderId)])
    expect(posted.join()).not.toContain('polecat')
  })

  it('is only touched from our own pages', async () => {
    const answer = await erase(shop.visitor(), { origin: 'https://evil.example' })
    expect(answer).toMatchObject({ status: 403, code: 'foreign_origin' })
  })

  it('leaves lines of the ledger as they are, except for a name that goes', async () => {
    const { db } = shop.services.database
    const change = (text: string) => sql.raw(text).execute(db)
    const visitor = shop.visitor()
    await buyPack(shop, visitor, { discordUsername: 'hare' })
    for (const text of [
      'update krypto_transactions set amount = amount + 1',
      `update krypto_transactions set discord_username = 'somebody'`,
      `update krypto_transactions set discord_username = '-', source = source || 'x'`,
      `update krypto_transactions set discord_username = '-', description = '-'`,
      'delete from krypto_transactions',
    ]) {
      await expect(change(text)).rejects.toThrow('the ledger only grows')
    }
  })
})
