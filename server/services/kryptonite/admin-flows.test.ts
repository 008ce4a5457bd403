import { beforeAll, expect, it } from 'vitest'
import type { FlowsView } from '#contract/kryptonite.ts'
import { kr, noKrByType, type TransactionType } from '#domain/kryptonite.ts'
import { describeOnDatabase } from '#test/database.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import { insertPackOrder } from '#test/factories/packs.ts'
import type { Database } from '#server/db/database.ts'
import { moveKr } from './ledger.ts'
import { readFlows, type FlowSources } from './admin-flows.ts'

const now = new Date('2026-03-10T23:30:00Z')

describeOnDatabase('packs and Kr by day', (openTestDatabase) => {
  let database: Database
  let flows: FlowsView
  beforeAll(async () => {
    database = await openTestDatabase()
    // On both sides of midnight UTC, and of the first day.
    await sellPack({ paid_at: new Date('2026-03-09T23:59:59.999Z') })
    await sellPack({ paid_at: new Date('2026-03-10T00:00:00Z') })
    await sellPack({ paid_at: new Date('2026-03-10T12:00:00Z'), refunded_cents: 400 })
    await sellPack({
      paid_at: new Date('2026-03-10T13:00:00Z'),
      refunded_cents: 999,
      disputed_cents: 999,
      status: 'refunded',
    })
    await sellPack({ paid_at: new Date('2026-03-10T14:00:00Z'), provider_mode: 'live' })
    await sellPack({ paid_at: new Date('2026-03-04T00:00:00Z') })
    await sellPack({ paid_at: new Date('2026-03-03T23:59:59Z') })
    await sellPack({ paid_at: null, status: 'pending' })
    await move('pack_purchase', 1000, '2026-03-10T00:00:00Z')
    await move('pack_bonus', 100, '2026-03-10T00:00:00Z')
    await move('pack_purchase', 500, '2026-03-10T23:00:00Z')
    await move('refund', -700, '2026-03-10T23:00:00Z')
    await move('admin_add', 7, '2026-03-09T23:59:59Z')
    await move('correction', -5000, '2026-03-01T00:00:00Z')
    const sources: FlowSources = { database, clock: () => now, providerMode: 'test' }
    flows = await readFlows(sources, 7)
  })

  const sellPack = (changes: Parameters<typeof insertPackOrder>[1]) =>
    insertPackOrder(database, { status: 'paid', ...changes })

  const steamId = newSteamId()
  let moves = 0
  async function move(
    type: Exclude<TransactionType, 'skin_purchase'>,
    amount: number,
    at: string,
  ): Promise<void> {
    moves += 1
    const source = `test:${moves}`
    await database.transaction((trx) =>
      moveKr(trx, {
        steamId,
        discordUsername: 'sokol',
        amount: kr(amount),
        type,
        description: type,
        source,
        now: new Date(at),
      }),
    )
  }

  it('lists every day, today last', () => {
    expect(flows.providerMode).toBe('test')
    expect(flows.days.map(({ date }) => date)).toEqual([
      '2026-03-04',
      '2026-03-05',
      '2026-03-06',
      '2026-03-07',
      '2026-03-08',
      '2026-03-09',
      '2026-03-10',
    ])
  })

  it('sums the income of packs net of refunds, by the day of payment', () => {
    expect(flows.days.map(({ packsSold, packNetCents }) => [packsSold, packNetCents])).toEqual([
      [1, 999],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [1, 999],
      [3, 999 + 599],
    ])
  })

  it('sums Kr by the type of transaction', () => {
    expect(flows.days[4]?.krByType).toEqual(noKrByType)
    expect(flows.days[5]?.krByType).toEqual({ ...noKrByType, admin_add: 7 })
    expect(flows.days[6]?.krByType).toEqual({
      ...noKrByType,
      pack_purchase: 1500,
      pack_bonus: 100,
      refund: -700,
    })
  })

  it('sums all balances, debts subtracted', () => {
    expect(flows.krInCirculation).toBe(1000 + 100 + 500 - 700 + 7 - 5000)
  })
})
