import { beforeAll, beforeEach, expect, it } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import { insertPackOrder } from '#test/factories/packs.ts'
import { insertOrder } from '#test/factories/purchase.ts'
import type { Database } from '#server/db/database.ts'
import { runDueChecks, type CheckedTable } from './run-due-checks.ts'

const minute = 60_000
const now = new Date('2026-11-21T12:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * minute)

describeOnDatabase('the order in which checks are done', (openTestDatabase) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  beforeEach(async () => {
    await database.db.deleteFrom('orders').execute()
  })

  const open = (
    discord_username: string,
    opened: number,
    networks: string[] | null,
    told: number | null = null,
  ) =>
    insertOrder(database, {
      discord_username,
      opened_at: ago(opened),
      next_check_at: ago(1),
      networks,
      told_at: told === null ? null : ago(told),
    })

  /** The names of the orders, as they were taken. */
  async function takeAll(table: CheckedTable = 'orders'): Promise<string[]> {
    const taken: string[] = []
    await runDueChecks({ database, clock: () => now }, () => true, {
      table,
      claim: async (id) => {
        taken.push(id)
        await database.db
          .updateTable(table)
          .set({ next_check_at: null })
          .where('id', '=', id)
          .execute()
        return id
      },
      check: () => Promise.resolve(),
    })
    const orders = await database.db.selectFrom(table).select(['id', 'discord_username']).execute()
    const names = new Map(orders.map(({ id, discord_username: name }) => [id, name]))
    return taken.map((id) => names.get(id) ?? '')
  }

  it('is what somebody said is paid, then the newest', async () => {
    const networks = ['home']
    await open('old', 90, networks)
    await open('told long ago', 80, networks, 60)
    await open('told', 100, networks, 1)
    await open('new', 5, networks)
    expect(await takeAll()).toEqual(['told', 'new', 'told long ago', 'old'])
  })

  it('lets no network take the turn of another, however much it says', async () => {
    for (let index = 0; index < 40; index += 1) {
      await open(`flood ${index}`, 1, [`part ${index}`, 'one /48'], 1)
    }
    await open('payer', 60, ['elsewhere'])
    await open('unknown', 50, null)
    const taken = await takeAll()
    expect(taken.slice(0, 3).toSorted()).toEqual([
      expect.stringMatching(/^flood/),
      'payer',
      'unknown',
    ])
    expect(taken).toHaveLength(42)
  })

  it('is fair to packs as well', async () => {
    const due = { next_check_at: ago(1) }
    for (let index = 0; index < 20; index += 1) {
      await insertPackOrder(database, { ...due, networks: ['flood'] })
    }
    const opened = { created_at: ago(100), networks: ['elsewhere'] }
    await insertPackOrder(database, { ...due, ...opened, discord_username: 'payer' })
    expect((await takeAll('krypto_orders')).indexOf('payer')).toBeLessThan(2)
  })
})
