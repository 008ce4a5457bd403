import { expect, it } from 'vitest'
import { updateManual } from '#server/services/perks/delivery-states.ts'
import { listHoldings } from '#server/services/perks/holdings.ts'
import { describeOnDatabase } from '#test/database.ts'
import { insertUser } from '#test/factories/ledger.ts'
import { openPerkShop, openReadyShop, perk } from '#test/factories/perks.ts'
import { liftBan, liftEndedBans, saveBan } from './admin-bans.ts'

const owner = { role: 'owner', by: 'code', actor: 'code:1' } as const
const ban = { reason: 'Duped items.', from: ['shop' as const], stopPerks: true }

describeOnDatabase('a ban that stops perks', (openTestDatabase) => {
  it('takes them away, and lifted they go on with the end that they had', async () => {
    const database = await openTestDatabase()
    const shop = await openReadyShop(database)
    const steamId = await shop.grant()
    await shop.live(5)
    const userId = await insertUser(database)
    await database.db
      .insertInto('steam_claims')
      .values({ steam_id: steamId, user_id: userId })
      .execute()
    const holdings = async () => {
      const held = await listHoldings(shop.services, { hash: 'none', userId })
      return held.map(({ view: { endsAt, delivery } }) => [endsAt, delivery.state, delivery.reason])
    }
    const [before] = await holdings()
    const end = '2027-02-20T00:00:00.000Z'
    expect(before).toEqual([end, 'verified', undefined])

    await saveBan(shop.services, owner, steamId, ban)
    await shop.live(5)
    expect(shop.state.actual).toEqual(new Set(['somebody else']))
    expect(await holdings()).toEqual([[end, 'suspended', 'banned']])
    // What is given meanwhile waits as well, and no audit brings anything back.
    await shop.grant(steamId)
    await shop.live(16 * 60, 60)
    expect(shop.state.actual).toEqual(new Set(['somebody else']))

    await liftBan(shop.services, owner, steamId)
    await shop.live(5)
    expect(shop.state.actual).toEqual(new Set(['somebody else', steamId]))
    expect(await holdings()).toEqual([['2027-03-20T00:00:00.000Z', 'verified', undefined]])
  })

  it('ends with its time, and lets perks be that it does not stop', async () => {
    const shop = await openReadyShop(await openTestDatabase())
    const [steamId, other] = [await shop.grant(), await shop.grant()]
    await shop.live(5)
    const until = new Date(shop.services.clock().getTime() + 60_000).toISOString()
    await saveBan(shop.services, owner, steamId, { ...ban, until })
    await saveBan(shop.services, owner, other, { ...ban, stopPerks: false })
    await shop.live(59)
    await liftEndedBans(shop.services)
    await shop.live(1)
    expect(shop.state.actual).toEqual(new Set(['somebody else', other]))
    await liftEndedBans(shop.services)
    await shop.live(5)
    expect(shop.state.actual).toEqual(new Set(['somebody else', other, steamId]))
  })

  it('leaves to the staff to take back what they have handed over', async () => {
    const database = await openTestDatabase()
    const { services, ...shop } = openPerkShop(database)
    const staff = { ...services, perkAdapters: [] }
    const steamId = await shop.grant()
    await updateManual(staff)
    const state = async () => {
      const row = await database.db
        .selectFrom('perk_deliveries')
        .select('state')
        .where('adapter', '=', 'manual')
        .where('perk', '=', perk)
        .executeTakeFirst()
      return row?.state
    }
    expect(await state()).toBe('needs_owner')
    await saveBan(staff, owner, steamId, ban)
    expect(await state()).toBe('verified')
    await updateManual(staff)
    expect(await state()).toBe('verified')
    await liftBan(staff, owner, steamId)
    expect(await state()).toBe('needs_owner')
  })
})
