import { createHash } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import { openEventStream } from '#test/event-stream.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import { openReadyShop, perk } from '#test/factories/perks.ts'
import { insertOrder, insertPurchase } from '#test/factories/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { players, signIn } from '#test/sign-in.ts'
import type { Database } from '#server/db/database.ts'
import { transferPerks } from './admin-changes.ts'
import { changePerks, type PerkChange } from './ledger.ts'
import { publishPerkChanges } from './perk-events.ts'
import type { ReconcilerServices } from './reconciler.ts'

const oneMonth = { kind: 'months', months: 1 } as const

describeOnDatabase('a changed perk', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
  })

  const newBuyer = async () => {
    const visitor = shop.visitor()
    await visitor.get('/api/payment-options')
    const secret = visitor.cookies.get('buyer') ?? ''
    return { visitor, hash: createHash('sha256').update(secret).digest('hex') }
  }
  const signedIn = async (steamId: string) => {
    const visitor = shop.visitor()
    await signIn(visitor, 'plain')
    const { db } = shop.services.database
    const { user_id: userId } = await db
      .selectFrom('accounts')
      .select('user_id')
      .where('account_id', '=', players.plain)
      .executeTakeFirstOrThrow()
    await db.insertInto('steam_claims').values({ steam_id: steamId, user_id: userId }).execute()
    return visitor
  }
  const change = (entries: PerkChange) =>
    shop.services.database.transaction((trx) =>
      changePerks(shop.services, trx, [entries], { actor: 'code:1' }),
    )
  const give = (steamId: string, given = perk) => {
    const entry = { kind: 'granted', term: oneMonth, color: null, source: 'staff' } as const
    return change({ steamId, perk: given, entries: [entry] })
  }
  const buy = async (hash: string, steamId: string, forSomebodyElse = false) => {
    const orderId = await insertOrder(shop.services.database, {
      buyer_hash: hash,
      steam_id: steamId,
      for_somebody_else: forSomebodyElse,
    })
    const source = { source: 'order', orderId } as const
    const entry = { kind: 'granted', term: oneMonth, color: null, ...source } as const
    await change({ steamId, perk, entries: [entry] })
  }
  /** The events that these pages have received when an event for everybody has reached them. */
  const namesOn = async (pages: readonly { next(): Promise<{ name: string }> }[]) => {
    await insertPurchase(shop.services.database)
    return Promise.all(
      pages.map(async (page) => {
        const names: string[] = []
        for (let name = ''; name !== 'purchase'; names.push(name)) ({ name } = await page.next())
        return names.slice(0, -1)
      }),
    )
  }

  it('reaches its buyer and the linked account, and nobody who only names the Steam ID', async () => {
    const { visitor, hash } = await newBuyer()
    const steamId = newSteamId()
    const owner = await signedIn(steamId)
    const other = await newBuyer()
    const pages = [
      await openEventStream(shop.origin, undefined, undefined, visitor),
      await openEventStream(shop.origin, undefined, steamId, owner),
      await openEventStream(shop.origin, undefined, steamId, other.visitor),
      await openEventStream(shop.origin, undefined, steamId),
    ]
    await buy(hash, steamId)
    expect(await namesOn(pages)).toEqual([['perks'], ['perks'], [], []])
  })

  it('says nothing but that there is one', async () => {
    const { visitor, hash } = await newBuyer()
    const page = await openEventStream(shop.origin, undefined, undefined, visitor)
    await buy(hash, newSteamId())
    expect(await page.next()).toEqual({ id: expect.any(Number), name: 'perks', data: {} })
  })

  it('reaches its buyer when it changes, and by no other change of that Steam ID', async () => {
    const { visitor: friend, hash } = await newBuyer()
    const steamId = newSteamId()
    const page = await openEventStream(shop.origin, undefined, undefined, friend)
    await buy(hash, steamId)
    await give(steamId, 'clan_tag_color')
    expect(await namesOn([page])).toEqual([['perks']])
    await signedIn(steamId)
    await give(steamId, 'clan_tag_color')
    await give(steamId)
    expect(await namesOn([page])).toEqual([['perks']])
  })

  it('reaches who bought it for somebody else, and no other change of that Steam ID does', async () => {
    const { visitor: friend, hash } = await newBuyer()
    const steamId = newSteamId()
    const page = await openEventStream(shop.origin, undefined, undefined, friend)
    await buy(hash, steamId, true)
    await give(steamId, 'clan_tag_color')
    expect(await namesOn([page])).toEqual([['perks']])
  })

  it('reaches its buyer where a transfer has moved it', async () => {
    const { visitor, hash } = await newBuyer()
    const [from, to] = [newSteamId(), newSteamId()]
    await buy(hash, from)
    const admin = { role: 'owner', by: 'code', actor: 'code:1' } as const
    await transferPerks(shop.services, admin, { from, to, reason: 'another account' })
    const page = await openEventStream(shop.origin, undefined, undefined, visitor)
    // Those of the purchase and the transfer may still be on their way.
    await namesOn([page])
    await give(to)
    await give(to, 'clan_tag_color')
    expect(await namesOn([page])).toEqual([['perks']])
  })
})

describeOnDatabase('the deliveries of a run', (openTestDatabase) => {
  const countEvents = async ({ db }: Database) => {
    const rows = await db.selectFrom('events').select('id').where('name', '=', 'perks').execute()
    return rows.length
  }
  const buyAs = async (services: ReconcilerServices, buyer: string) => {
    const orderId = await insertOrder(services.database, { buyer_hash: buyer })
    const source = { source: 'order', orderId } as const
    const entry = { kind: 'granted', term: oneMonth, color: null, ...source } as const
    const changes = [{ steamId: newSteamId(), perk, entries: [entry] }]
    await services.database.transaction((trx) =>
      changePerks(services, trx, changes, { actor: 'order' }),
    )
  }

  it('are announced when they are delivered, and when they fail in a new way', async () => {
    const database = await openTestDatabase()
    const { services, live, state } = await openReadyShop(database)
    await buyAs(services, 'anna')
    expect(await countEvents(database)).toBe(1)
    state.fault = { outcome: 'retry', code: 'unreachable', detail: 'no answer' }
    await live(60)
    expect(state.runs).toBeGreaterThan(2)
    expect(await countEvents(database)).toBe(2)
    state.fault = null
    await live(60)
    expect(await countEvents(database)).toBe(3)
    await live(30 * 60, 10)
    expect(await countEvents(database)).toBe(3)
  })

  it('are one statement, however many they are', async () => {
    const database = await openTestDatabase()
    const { services } = await openReadyShop(database)
    const buyers = Array.from({ length: 70 }, (__, number) => `buyer ${number}`)
    for (const buyer of buyers) await buyAs(services, buyer)
    const { db } = database
    const changed = await db
      .selectFrom('perk_coverage')
      .select(['steam_id as steamId', 'perk'])
      .execute()
    const before = await countEvents(database)
    let statements = 0
    await database.transaction((trx) =>
      publishPerkChanges(
        trx.withPlugin({
          transformQuery: ({ node }) => {
            statements += 1
            return node
          },
          transformResult: ({ result }) => Promise.resolve(result),
        }),
        changed,
      ),
    )
    expect([statements, await countEvents(database)]).toEqual([1, before + 70])
  })
})
