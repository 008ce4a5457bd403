import type { Insertable } from 'kysely'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.ts'
import { describeOnDatabase } from '#test/database.ts'
import { insertOrder, insertPayment } from '#test/factories/purchase.ts'
import { siteConfig } from '#site/community.ts'
import { rankDonors } from './donors.ts'

const { S, C, E } = siteConfig.donorRanksFromEuros
const day = 24 * 60 * 60 * 1000
const anyDay = Date.UTC(2026, 2, 1)

describeOnDatabase('the donor ranking', (openTestDatabase) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  beforeEach(async () => {
    await database.db.updateTable('orders').set({ listed_as_donor: false }).execute()
  })

  interface Gift {
    readonly euros: number
    readonly refundedEuros?: number
    readonly order?: Partial<Insertable<Schema['orders']>>
  }

  /** A paid order of `sokol` that is listed. */
  async function give({ euros, refundedEuros = 0, order = {} }: Gift): Promise<void> {
    const changes = { price_cents: euros * 100, listed_as_donor: true, ...order }
    const orderId = await insertOrder(database, {
      status: 'paid',
      paid_at: new Date(anyDay),
      ...changes,
    })
    await insertPayment(database, {
      order_id: orderId,
      amount_cents: changes.price_cents,
      refunded_cents: refundedEuros * 100,
      provider_mode: changes.provider_mode ?? 'test',
      made_at: new Date(anyDay),
    })
  }

  async function signUp(id: string): Promise<string> {
    const user = { id, name: id, email: `${id}@example.com`, email_verified: true }
    await database.db.insertInto('users').values(user).execute()
    return id
  }

  const ranking = () => rankDonors(database, 'test', siteConfig.donorRanksFromEuros)

  it('is empty when nobody chose to be named', async () => {
    await give({ euros: S, order: { listed_as_donor: false } })
    expect(await ranking()).toEqual([])
  })

  it('sums a payer’s payments net of refunds', async () => {
    await give({ euros: C })
    await give({ euros: 20, refundedEuros: 15 })
    await give({ euros: 20, order: { listed_as_donor: false } })
    expect(await ranking()).toEqual([
      { name: 'sokol', avatarUrl: null, rank: 'C', totalSpentCents: (C + 5) * 100 },
    ])
  })

  it.each(['pending', 'processing', 'expired', 'superseded', 'disputed', 'refunded'] as const)(
    'does not count an order that is %s',
    async (status) => {
      await give({ euros: C })
      await give({ euros: S, order: { status } })
      expect(await ranking()).toMatchObject([{ rank: 'C', totalSpentCents: C * 100 }])
    },
  )

  it('never mixes test money with real money', async () => {
    await give({ euros: 10 })
    await give({ euros: 40, order: { provider_mode: 'live' } })
    expect(await ranking()).toMatchObject([{ totalSpentCents: 1000 }])
    expect(await rankDonors(database, 'live', siteConfig.donorRanksFromEuros)).toMatchObject([
      { totalSpentCents: 4000 },
    ])
  })

  it('sorts by total, and equal totals by time', async () => {
    const later = new Date(anyDay + day)
    await give({ euros: 10, order: { discord_username: 'late', paid_at: later } })
    await give({ euros: 10, order: { discord_username: 'early' } })
    await give({ euros: S, order: { discord_username: 'generous', paid_at: later } })
    expect((await ranking()).map(({ name, rank }) => [name, rank])).toEqual([
      ['generous', 'S'],
      ['early', 'E'],
      ['late', 'E'],
    ])
  })

  it('groups by account, whatever Steam IDs and names it used', async () => {
    const userId = await signUp('hunter')
    const avatar = 'https://cdn.discordapp.com/avatars/1/new.png'
    await give({ euros: 10, order: { user_id: userId, discord_username: 'old name' } })
    await give({
      euros: 20,
      order: {
        user_id: userId,
        steam_id: '76561198006409531',
        discord_username: 'new name',
        discord_avatar_url: avatar,
        paid_at: new Date(anyDay + day),
      },
    })
    expect(await ranking()).toMatchObject([
      { name: 'new name', avatarUrl: avatar, totalSpentCents: 3000 },
    ])
  })

  it('does not let a guest appear under the name of another payer', async () => {
    const userId = await signUp('victim')
    await give({ euros: 40, order: { user_id: userId, discord_username: 'victim' } })
    await give({ euros: 30 })
    const later = { discord_username: 'vandal', paid_at: new Date(anyDay + day) }
    await give({ euros: 10, order: later })
    expect((await ranking()).map(({ name }) => name)).toEqual(['victim', 'sokol', 'vandal'])
  })

  it('groups a guest by Steam ID and name, in upper or lower case', async () => {
    await give({ euros: 10 })
    await give({ euros: 10, order: { discord_username: 'Sokol' } })
    expect(await ranking()).toMatchObject([{ totalSpentCents: 2000 }])
  })

  it('groups what a guest bought for others by browser and name, not by their Steam IDs', async () => {
    const present = { for_somebody_else: true, buyer_hash: 'a browser' }
    await give({ euros: 20, order: { ...present, steam_id: '76561198006409531' } })
    await give({ euros: 20, order: { ...present, steam_id: '76561198006409532' } })
    await give({ euros: 10, order: { ...present, buyer_hash: 'another' } })
    expect(await ranking()).toMatchObject([{ totalSpentCents: 4000 }, { totalSpentCents: 1000 }])
  })

  it('leaves out totals below the lowest rank', async () => {
    await give({ euros: E, refundedEuros: 0.5 })
    expect(await ranking()).toEqual([])
  })

  it('names at most a hundred donors', async () => {
    for (let index = 0; index < 101; index++) {
      await give({ euros: 10 + index, order: { discord_username: `donor ${index}` } })
    }
    const donors = await ranking()
    expect([donors.length, donors[0]?.name, donors.at(-1)?.name]).toEqual([
      100,
      'donor 100',
      'donor 1',
    ])
  })
})
