import type { SiteSections } from '#contract/site-sections.ts'
import { saveSection } from '#server/services/site/sections.ts'
import { sectionEditName } from '#server/services/site/site.ts'
import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { discordCredentials } from '#sandbox/credentials.ts'
import { giveKr, insertShopItem, newSteamId } from '#test/factories/ledger.ts'
import { insertPackOrder, readPack } from '#test/factories/packs.ts'
import { insertOrder, insertPurchase } from '#test/factories/purchase.ts'
import { insertStrayPayment } from '#test/factories/stray-payment.ts'
import { insertListing } from '#test/factories/team-listings.ts'
import { changePerks } from '#server/services/perks/ledger.ts'
import type { OrderStatus } from '#domain/orders.ts'
import type { GrantTerm } from '#domain/perks.ts'
import { isSteamId64, type SteamId64 } from '#domain/steam-id.ts'
import { creditPack } from '#server/services/kryptonite/pack-kr.ts'
import type { Setup } from './setup.ts'

/** An order of the owner's browser and account. */
export async function ownOrder(
  { shop, people }: Setup,
  status: OrderStatus = 'pending',
): Promise<string> {
  const { buyerHash, userId } = people().owner
  return insertOrder(shop.services.database, { buyer_hash: buyerHash, user_id: userId, status })
}

/** An offer with a code of its own, for reskins where it is a discount. */
export async function newOffer(
  { shop: { services } }: Setup,
  kind: 'percent' | 'kr',
): Promise<{ readonly id: string; readonly code: string }> {
  const code = randomBytes(5).toString('hex').toUpperCase()
  const products = kind === 'kr' ? null : ['reskin-top']
  const now = services.clock()
  const terms = { kind, value: 10, products, starts_at: now, created_at: now, note: '' }
  const { id } = await services.database.db
    .insertInto('offers')
    .values({ ...terms, code })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, code }
}

/** A PayPal order for two pending orders of the owner. */
export async function ownPayPalOrder(setup: Setup) {
  const orderIds = [await ownOrder(setup), await ownOrder(setup)]
  const reference = randomBytes(8).toString('hex').toUpperCase()
  await setup.shop.services.database.db
    .insertInto('provider_orders')
    .values(orderIds.map((id) => ({ provider: 'paypal', reference, order_id: id, attempt: 1 })))
    .execute()
  return { reference, orderIds }
}

/** While something can still be paid, nobody may delete their data. */
export async function endOpenCheckouts({ shop }: Setup): Promise<void> {
  const { db } = shop.services.database
  for (const table of ['orders', 'krypto_orders'] as const) {
    await db
      .updateTable(table)
      .set({ status: 'expired', next_check_at: null })
      .where('status', 'in', ['pending', 'processing'])
      .execute()
  }
}

/** The owner's only listing, so that the limit of listings is not reached. */
export async function ownListing(setup: Setup): Promise<string> {
  await clearListings(setup)
  const { makerHash, userId } = setup.people().owner
  return insertListing(setup.shop.services.database, { secret_hash: makerHash, user_id: userId })
}

export async function clearListings({ shop }: Setup): Promise<void> {
  const { db } = shop.services.database
  await db.deleteFrom('team_listing_reports').execute()
  await db.deleteFrom('team_listings').execute()
}

/** The balance that the owner has claimed, with Kr for a skin. */
export async function claimedBalance(setup: Setup): Promise<SteamId64> {
  const { steamId } = setup.people().owner
  if (!isSteamId64(steamId)) throw new Error(`no Steam ID: ${steamId}`)
  return giveKr(setup.shop.services.database, 500, steamId)
}

/** An unclaimed balance with Kr for a skin; the owner's browser bought a pack for it. */
export async function unclaimedBalance({ shop, people }: Setup): Promise<SteamId64> {
  const { database } = shop.services
  const steamId = newSteamId()
  const [sessionId, now] = [`cs_test_${randomUUID()}`, new Date()]
  const orderId = await insertPackOrder(database, {
    steam_id: steamId,
    buyer_hash: people().owner.buyerHash,
    session_id: sessionId,
    status: 'paid',
    paid_at: now,
  })
  const { order } = await readPack(shop, orderId)
  await database.transaction((trx) => creditPack(trx, order, { sessionId, now }))
  return steamId
}

/** A perk of a new Steam ID that the owner has claimed. Returns the Steam ID. */
export async function heldPerk(
  { shop, people }: Setup,
  perk: string,
  term: GrantTerm = { kind: 'permanent' },
): Promise<string> {
  const { services } = shop
  const steamId = newSteamId()
  const entries = [{ kind: 'granted', term, color: null, source: 'staff' } as const]
  await services.database.transaction(async (trx) => {
    const claim = { steam_id: steamId, user_id: people().owner.userId }
    await trx.insertInto('steam_claims').values(claim).execute()
    await changePerks(services, trx, [{ steamId, perk, entries }], { actor: 'code:1' })
  })
  return steamId
}

/** A perk of a new Steam ID that the staff has granted. */
export async function grantedPerk(setup: Setup, perk = 'priority_queue') {
  const steamId = await heldPerk(setup, perk)
  const { id } = await setup.shop.services.database.db
    .selectFrom('perk_entries')
    .select('id')
    .where('steam_id', '=', steamId)
    .executeTakeFirstOrThrow()
  return { id, steamId }
}

/** A compensation or an import that reached nobody. */
export async function perkBatch(
  { shop }: Setup,
  kind: 'compensation' | 'transfer' | 'import',
): Promise<string> {
  const { id } = await shop.services.database.db
    .insertInto('perk_batches')
    .values({
      kind,
      reason: 'An outage.',
      actor: 'code:1',
      details: JSON.stringify({ adopted: null, from: newSteamId() }),
      made_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A text that was replaced. */
export async function fileVersion({ shop }: Setup): Promise<string> {
  const { id } = await shop.services.database.db
    .insertInto('perk_file_versions')
    .values({
      adapter: 'lb-core',
      sha256: '',
      content: '',
      ours: '[]',
      replaced_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export function newDiscordId(): string {
  return `3${String(randomInt(2 ** 47)).padStart(17, '0')}`
}

/** A moderator who never signed in. */
export async function newPerson({ shop }: Setup): Promise<string> {
  const discordId = newDiscordId()
  const added = { role: 'moderator', added_at: new Date() } as const
  await shop.services.database.db
    .insertInto('people')
    .values({ discord_id: discordId, name: 'Anna', ...added })
    .execute()
  return discordId
}

export function newShopItem({ shop }: Setup) {
  return insertShopItem(shop.services.database)
}

/** A sold skin that waits for delivery. */
export async function soldSkin(setup: Setup): Promise<string> {
  const { database } = setup.shop.services
  const steamId = await unclaimedBalance(setup)
  const item = await newShopItem(setup)
  const visitor = setup.shop.visitor()
  const { status } = await visitor.post('/functions/v1/process-krypto-skin-purchase', {
    steamId,
    itemId: item.id,
    itemName: item.name,
    itemPrice: item.price,
  })
  if (status !== 200) throw new Error(`no skin sold: ${status}`)
  const { id } = await database.db
    .selectFrom('skin_purchases')
    .select('id')
    .where('steam_id', '=', steamId)
    .executeTakeFirstOrThrow()
  return id
}

/** A payment that matches no order. */
export async function strayPayment({ shop }: Setup): Promise<string> {
  const { paymentId } = await insertStrayPayment(shop.services.database)
  return paymentId
}

/** An unreadable answer about a payment. */
export async function unreadableAnswer({ shop }: Setup): Promise<string> {
  const { id } = await shop.services.database.db
    .insertInto('unreadable_answers')
    .values({
      provider: 'paypal',
      subject: randomUUID(),
      reference: 'UNREADABLE',
      detail: 'capture: amount',
      answer: '{}',
      first_seen_at: new Date(),
      last_seen_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A picture of the shop; returns its file name. */
export async function storedImage({ shop }: Setup): Promise<string> {
  const bytes = randomBytes(64)
  const hash = createHash('sha256').update(bytes).digest('hex')
  await shop.services.database.db.insertInto('images').values({ hash, bytes }).execute()
  return `${hash}.webp`
}

/** A paid donation that waits for delivery. */
/** A message about an order, with a picture. */
export async function newMessage({ shop }: Setup, orderId: string) {
  const secret = `about ${orderId}`
  const { id } = await shop.services.database.db
    .insertInto('order_messages')
    .values({ order_id: orderId, text: secret, picture: Buffer.from(secret), at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { params: { id: orderId, messageId: String(id) }, secret }
}

export async function paidOrder({ shop }: Setup): Promise<string> {
  const { database } = shop.services
  const orderId = await insertPurchase(database)
  await database.db
    .updateTable('orders')
    .set({ status: 'paid', paid_at: new Date() })
    .where('id', '=', orderId)
    .execute()
  return orderId
}

/** Something that the game server is to do, without which its poll is held. */
export async function waitingLbRequest({ shop }: Setup): Promise<void> {
  const { clock, database } = shop.services
  await database.db.insertInto('lb_requests').values({ body: '{}', created_at: clock() }).execute()
}

/** Saves a section as its file has it, and returns its version. */
export async function siteVersion(
  { shop: { services } }: Setup,
  section: keyof SiteSections,
): Promise<number> {
  const { files } = services.site
  const { byName } = await services.edits.refresh()
  const version = byName.get(sectionEditName(section))?.version ?? null
  const admin = { role: 'owner', by: 'code', actor: 'code:1' } as const
  const saved = await saveSection(services, admin, section, { value: files[section], version })
  return saved.version ?? 0
}

/** Lets the staff post news at Discord. */
export async function chooseNewsChannel({ shop: { services } }: Setup): Promise<void> {
  const { byName } = await services.edits.refresh()
  const version = byName.get(sectionEditName('discord'))?.version ?? null
  const admin = { role: 'owner', by: 'code', actor: 'code:1' } as const
  const newsChannelId = discordCredentials.channels.news
  const value = { ...services.site.files.discord, newsChannelId }
  await saveSection(services, admin, 'discord', { value, version })
}
