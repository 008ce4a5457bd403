import type { PluginTransformQueryArgs, PluginTransformResultArgs } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import { begin, gameServer, openPerkShop, openReadyShop } from '#test/factories/perks.ts'
import { registerAdapter } from './reconciler.ts'

describeOnDatabase('what came of a run', (openTestDatabase) => {
  it('records what could not be delivered in few statements, however much it is', async () => {
    const database = await openTestDatabase()
    let statements = 0
    const counting = {
      transformQuery: ({ node }: PluginTransformQueryArgs) => {
        statements += 1
        return node
      },
      transformResult: ({ result }: PluginTransformResultArgs) => Promise.resolve(result),
    }
    const shop = await openReadyShop({
      ...database,
      transaction: (work) => database.transaction((trx) => work(trx.withPlugin(counting))),
    })
    const runWith = async (count: number) => {
      await Promise.all(Array.from({ length: count }, () => shop.grant()))
      shop.state.before = () => {
        const away = { event: 'player_missing', code: 'never_joined', detail: 'away' } as const
        shop.state.exceptions = (shop.state.lastDesired?.perks ?? []).map((one) => ({
          ...one,
          ...away,
        }))
      }
      shop.wait(5)
      statements = 0
      await shop.tick()
      return statements
    }
    const few = await runWith(1)
    expect(await runWith(30)).toBe(few)
    const unfinished = await shop.unfinished()
    expect(unfinished).toHaveLength(31)
    expect(new Set(unfinished.map(({ state }) => state))).toEqual(new Set(['waiting_first_join']))
    expect(await shop.attempts()).toEqual(unfinished.map(() => ['put', 'never_joined']))
  })

  it('shows no dry run once it writes, also when it was switched on during one', async () => {
    const database = await openTestDatabase()
    const { state, adapter } = gameServer()
    const shop = openPerkShop(database, {
      state,
      adapter: {
        ...adapter,
        isOnFromStart: false,
        read: async (...run) => {
          const enabled = { enabled_at: new Date(begin), next_run_at: null, dry_run: null }
          await database.db.updateTable('perk_adapters').set(enabled).execute()
          return adapter.read(...run)
        },
      },
    })
    await registerAdapter(shop.services, shop.adapter)
    expect([await shop.tick(), await shop.tick()]).toEqual(['compared', 'applied'])
    expect((await shop.adapterRow()).dry_run).toBeNull()
  })
})
