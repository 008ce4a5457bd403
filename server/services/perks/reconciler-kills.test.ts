import { expect, it } from 'vitest'
import { describeOnDatabase, describeOnPostgres } from '#test/database.ts'
import {
  dieInTransaction,
  gameServer,
  openPerkShop,
  openReadyShop,
  running,
} from '#test/factories/perks.ts'
import { openDatabase } from '#server/db/database.ts'
import { reconcile, registerAdapter, type ReconcilerServices } from './reconciler.ts'

describeOnDatabase('a process that is killed', (openTestDatabase) => {
  const never = new Promise<never>(() => undefined)

  type Shop = Awaited<ReturnType<typeof openReadyShop>>
  const deaths: Readonly<Record<string, (shop: Shop) => ReconcilerServices>> = {
    'before it marks what it sends': ({ services }) => ({
      ...services,
      database: dieInTransaction(services.database, 1, 'before').database,
    }),
    'after it has marked what it sends': ({ services }) => ({
      ...services,
      database: dieInTransaction(services.database, 1, 'after').database,
    }),
    'before the change': ({ services, state }) => {
      state.before = () => never
      return services
    },
    'after the change': ({ services, state }) => {
      state.after = () => never
      return services
    },
    'before it notes what becomes owned': ({ services }) => ({
      ...services,
      database: dieInTransaction(services.database, 2, 'before').database,
    }),
    'after it has noted what becomes owned': ({ services }) => ({
      ...services,
      database: dieInTransaction(services.database, 2, 'after').database,
    }),
    'before it records the change': ({ services }) => ({
      ...services,
      database: dieInTransaction(services.database, 3, 'before').database,
    }),
    'after it has recorded the change': ({ services }) => ({
      ...services,
      database: dieInTransaction(services.database, 3, 'after').database,
    }),
  }

  it.for(Object.keys(deaths))(
    '%s leaves nothing there that is not held, and nothing undelivered',
    async (moment) => {
      const shop = await openReadyShop(await openTestDatabase())
      const [kept, refunded] = [await shop.grant(), await shop.grant()]
      shop.wait(5)
      const dying = deaths[moment]?.(shop)
      if (!dying) throw new Error(moment)
      // Nobody waits for it, and its time is up only after the test has closed the database.
      void reconcile(dying, shop.adapter, running).catch(() => undefined)
      await expect
        .poll(async () => {
          const adapter = await shop.adapterRow()
          const { state, is_ours: isOwned } = await shop.delivery(kept)
          if (moment === 'before it marks what it sends') return adapter.lease_id !== null
          if (/marked|before it notes/.test(moment)) return state === 'sending'
          if (moment === 'after it has noted what becomes owned') return isOwned
          if (moment === 'before the change') return shop.state.runs === 1
          if (moment === 'after it has recorded the change') return state === 'verified'
          return shop.state.actual.has(kept)
        })
        .toBe(true)
      await shop.void(refunded)
      shop.state.before = () => undefined
      shop.state.after = () => undefined
      await shop.live(70)
      expect(shop.state.actual).toEqual(new Set(['somebody else', kept]))
      expect(await shop.delivery(kept)).toMatchObject({ state: 'verified', is_ours: true })
      expect(await shop.delivery(refunded)).toMatchObject({ state: 'verified', is_ours: false })
    },
  )

  it('and comes back too late records nothing', async () => {
    const shop = await openReadyShop(await openTestDatabase())
    const steamId = await shop.grant()
    shop.wait(5)
    const written = Promise.withResolvers<void>()
    const woken = Promise.withResolvers<void>()
    shop.state.after = () => {
      written.resolve()
      return woken.promise
    }
    const late = shop.tick()
    await written.promise
    shop.state.after = () => undefined
    await shop.void(steamId)
    await shop.live(70)
    woken.resolve()
    expect(await late).toBe('lost')
    expect(await shop.delivery(steamId)).toMatchObject({ state: 'verified', is_ours: false })
  })
})

describeOnPostgres('two processes at one target', (_open, createTestDatabase) => {
  it('never write at the same time, and deliver everything', async () => {
    const location = await createTestDatabase()
    const databases = await Promise.all([1, 2].map(() => openDatabase(location, () => undefined)))
    const server = gameServer()
    let writing = 0
    let mostWriting = 0
    server.state.before = () => {
      writing += 1
      mostWriting = Math.max(mostWriting, writing)
    }
    server.state.after = async () => {
      await Promise.resolve()
      writing -= 1
    }
    const shops = databases.map((database) => openPerkShop(database, server))
    const [first] = shops
    if (!first) throw new Error('no process')
    await registerAdapter(first.services, first.adapter)
    const steamIds: string[] = []
    for (let round = 0; round < 12; round += 1) {
      steamIds.push(...(await Promise.all(shops.map((shop) => shop.grant()))))
      await Promise.all(
        shops.flatMap((shop) => {
          shop.wait(6)
          return [shop.tick(), shop.tick()]
        }),
      )
    }
    await Promise.all(shops.map((shop) => shop.live(20)))
    expect(mostWriting).toBe(1)
    expect(server.state.actual).toEqual(new Set(['somebody else', ...steamIds]))
    await Promise.all(databases.map((database) => database.close()))
  })
})
