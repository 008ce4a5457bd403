import { expect, it } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import { insertUser, newSteamId } from '#test/factories/ledger.ts'
import {
  begin,
  gameServer,
  oneMonth,
  openPerkShop,
  openReadyShop,
  perk,
  running,
} from '#test/factories/perks.ts'
import { adapterFault } from '#server/providers/perk-adapter.ts'
import { updateManual } from './delivery-states.ts'
import { changePerks } from './ledger.ts'
import { reconcile, registerAdapter, startReconciler } from './reconciler.ts'

const month = 31 * 24 * 60 * 60

describeOnDatabase('a delivery', (openTestDatabase) => {
  it('is there after some seconds, with its steps, and gone after its end', async () => {
    const shop = await openReadyShop(await openTestDatabase())
    const steamId = await shop.grant()
    expect(await shop.live(4)).toEqual([])
    expect(await shop.live(1)).toEqual(['applied'])
    expect(shop.state.actual).toEqual(new Set(['somebody else', steamId]))
    const delivered = await shop.delivery(steamId)
    const at = (second: number) => new Date(begin + second * 1000).toISOString()
    expect(delivered).toMatchObject({
      state: 'verified',
      is_ours: true,
      next_at: new Date('2027-02-20T00:00:00Z'),
      steps: [
        { state: 'queued', at: at(0) },
        { state: 'sending', at: at(5) },
        { state: 'applied', at: at(5) },
        { state: 'verified', at: at(5) },
      ],
    })
    shop.wait(month - 20)
    await shop.live(1)
    expect(shop.state.actual.has(steamId)).toBe(true)
    await shop.live(30)
    expect(shop.state.actual).toEqual(new Set(['somebody else']))
    expect(await shop.delivery(steamId)).toMatchObject({ state: 'verified', is_ours: false })
    expect(await shop.attempts()).toEqual([
      ['put', 'verified'],
      ['remove', 'verified'],
    ])
    expect((await shop.adapterRow()).proof).toEqual({ entries: 1 })
  })
})

describeOnDatabase('the reconciler', (openTestDatabase) => {
  it('collects changes: five seconds of quiet, or fifteen at most', async () => {
    const shop = await openReadyShop(await openTestDatabase())
    for (let second = 0; second < 20; second += 1) {
      await shop.grant()
      await shop.live(1)
    }
    expect(shop.state.runs).toBe(1)
    await shop.live(10)
    expect(shop.state.runs).toBe(2)
    expect(shop.state.actual.size).toBe(21)
  })

  it('repairs what others have changed, every fifteen minutes', async () => {
    const shop = await openReadyShop(await openTestDatabase())
    const steamId = await shop.grant()
    await shop.live(5)
    shop.state.actual.delete(steamId)
    shop.state.actual.add('another one')
    expect(await shop.live(14 * 60, 10)).toEqual([])
    expect(await shop.live(60)).toEqual(['applied'])
    expect(shop.state.actual).toEqual(new Set(['somebody else', 'another one', steamId]))
    expect(await shop.attempts()).toEqual([
      ['put', 'verified'],
      ['run', 'repaired'],
    ])
  })

  it('removes what was refunded before or while it was delivered', async () => {
    const shop = await openReadyShop(await openTestDatabase())
    const [early, late] = [await shop.grant(), await shop.grant()]
    await shop.void(early)
    shop.state.after = () => shop.void(late)
    await shop.live(5)
    expect(await shop.delivery(late)).toMatchObject({ state: 'queued', is_ours: true })
    shop.state.after = () => undefined
    await shop.live(10)
    expect(shop.state.actual).toEqual(new Set(['somebody else']))
    expect(await shop.delivery(late)).toMatchObject({ state: 'verified', is_ours: false })
  })

  it('leaves what the owner has put there alone, even if it is bought as well and ends', async () => {
    const shop = await openReadyShop(await openTestDatabase())
    const steamId = newSteamId()
    shop.state.actual.add(steamId)
    await shop.grant(steamId)
    await shop.live(5)
    expect(await shop.delivery(steamId)).toMatchObject({ state: 'verified', is_ours: false })
    shop.wait(month)
    await shop.live(10)
    expect(shop.state.actual.has(steamId)).toBe(true)
  })

  it('writes nothing once another process may, and puts an earlier text back once', async () => {
    const database = await openTestDatabase()
    const shop = await openReadyShop(database)
    const steamId = await shop.grant()
    shop.wait(5)
    shop.state.before = () => {
      shop.wait(46)
      shop.state.before = () => undefined
    }
    expect(await shop.tick()).toBe('failed')
    expect(shop.state.actual.has(steamId)).toBe(false)
    await shop.live(10)
    expect(shop.state.actual.has(steamId)).toBe(true)
    const earlier = { put_back: 'an earlier text', next_run_at: null }
    await database.db.updateTable('perk_adapters').set(earlier).execute()
    await shop.tick()
    expect(shop.state.lastDesired?.restore).toBe('an earlier text')
    expect(await shop.adapterRow()).toMatchObject({ put_back: null, unfinished: null })
  })

  it('keeps the wish for another run, or another text, that came during one', async () => {
    const database = await openTestDatabase()
    const shop = await openReadyShop(database)
    const change = (changes: { put_back?: string }) =>
      database.db
        .updateTable('perk_adapters')
        .set({ ...changes, next_run_at: null })
        .execute()
    await shop.grant()
    shop.state.before = async () => {
      shop.state.before = () => undefined
      await change({ put_back: 'an earlier text' })
    }
    expect(await shop.live(6)).toEqual(['applied', 'applied'])
    expect(shop.state.lastDesired?.restore).toBe('an earlier text')
    expect(await shop.adapterRow()).toMatchObject({ put_back: null })
    shop.state.fault = adapterFault('password_refused', 'Login incorrect')
    shop.state.before = async () => {
      shop.state.before = () => undefined
      await change({})
    }
    await shop.grant()
    expect(await shop.live(20)).toEqual(['failed', 'failed'])
  })

  it('runs in one process at a time, and as seldom, when the clock of another is a little behind', async () => {
    const database = await openTestDatabase()
    const server = gameServer()
    const shop = await openReadyShop(database, server)
    const behind = openPerkShop(database, server)
    await shop.grant()
    server.state.before = () => {
      const [desired] = server.state.lastDesired?.perks ?? []
      const limited = { event: 'failed', code: 'limited', detail: '' } as const
      server.state.exceptions = desired ? [{ ...desired, ...limited }] : []
    }
    expect(await shop.live(5)).toEqual(['applied'])
    shop.wait(40)
    behind.wait(42)
    const outcomes: string[] = []
    server.state.before = async () => {
      server.state.before = () => undefined
      outcomes.push(await behind.tick())
    }
    outcomes.push(await shop.tick(), await behind.tick())
    expect(outcomes).toEqual(['idle', 'applied', 'idle'])
  })

  it('leaves to the staff what an adapter only adds to', async () => {
    const database = await openTestDatabase()
    const { state, adapter } = gameServer()
    const shop = await openReadyShop(database, {
      state,
      adapter: { ...adapter, isExtra: () => true },
    })
    const steamId = await shop.grant()
    await shop.live(5)
    await updateManual(shop.services)
    const deliveries = () =>
      database.db
        .selectFrom('perk_deliveries')
        .select(['adapter', 'state'])
        .where('steam_id', '=', steamId)
        .orderBy('adapter')
        .execute()
    const tasks = [
      { adapter: 'manual', state: 'needs_owner' },
      { adapter: 'priority-file', state: 'verified' },
    ]
    expect(await deliveries()).toEqual(tasks)
    await database.db.deleteFrom('perk_deliveries').execute()
    await shop.live(15 * 60, 10)
    await updateManual(shop.services)
    expect(await deliveries()).toEqual(tasks)
  })

  it('survives an adapter that throws, and keeps the last ten versions of a file', async () => {
    const database = await openTestDatabase()
    const shop = await openReadyShop(database)
    const steamId = await shop.grant()
    shop.state.before = () => Promise.reject(new Error('a fault of ours'))
    await shop.live(5)
    expect(await shop.delivery(steamId)).toMatchObject({ state: 'retrying' })
    shop.state.before = () => undefined
    for (let count = 0; count < 12; count += 1) {
      await shop.grant()
      await shop.live(5)
    }
    const versions = await database.db.selectFrom('perk_file_versions').selectAll().execute()
    expect(versions).toHaveLength(10)
  })

  it('only compares until the owner has switched the adapter on', async () => {
    const server = gameServer()
    const shop = openPerkShop(await openTestDatabase(), {
      ...server,
      adapter: { ...server.adapter, isOnFromStart: false },
    })
    await registerAdapter(shop.services, shop.adapter)
    const steamId = await shop.grant()
    expect(await shop.live(60)).toEqual(['compared'])
    expect(shop.state.runs).toBe(0)
    expect((await shop.adapterRow()).dry_run).toEqual({
      adds: [steamId],
      keeps: [],
      removes: [],
      foreign: ['somebody else'],
    })
  })

  it('starts anew where the settings name another place: off, and with nothing that is owned', async () => {
    const database = await openTestDatabase()
    const shop = await openReadyShop(database)
    const steamId = await shop.grant()
    await shop.live(5)
    const elsewhere = { ...shop.adapter, target: 'the real server', isOnFromStart: false }
    await registerAdapter(shop.services, elsewhere)
    expect(await shop.delivery(steamId)).toMatchObject({ state: 'queued', is_ours: false })
    expect(await shop.adapterRow()).toMatchObject({ enabled_at: null, target: 'the real server' })
    // A process that still has the old settings does nothing any more.
    shop.wait(60 * 60)
    expect(await shop.tick()).toBe('idle')
    expect(await reconcile(shop.services, elsewhere, running)).toBe('compared')
  })

  it('delivers what was granted before there was an adapter', async () => {
    const server = gameServer()
    const shop = openPerkShop(await openTestDatabase(), server)
    const before = { ...shop.services, perkAdapters: [] }
    const steamId = newSteamId()
    await before.database.transaction((trx) => {
      const entry = { kind: 'granted', term: oneMonth, color: null, source: 'staff' } as const
      const change = { steamId, perk, entries: [entry] }
      return changePerks(before, trx, [change], { actor: 'code:1' })
    })
    await registerAdapter(shop.services, shop.adapter)
    expect(await shop.tick()).toBe('applied')
    expect(server.state.actual.has(steamId)).toBe(true)
  })

  it('names the account at Discord that is linked now', async () => {
    const database = await openTestDatabase()
    const shop = await openReadyShop(database)
    const steamId = await shop.grant()
    const link = async (account: string) => {
      const userId = await insertUser(database)
      await database.db
        .insertInto('accounts')
        .values({
          id: account,
          account_id: account,
          provider_id: 'discord',
          user_id: userId,
          updated_at: new Date(),
        })
        .execute()
      await database.db.deleteFrom('steam_claims').execute()
      const claim = { steam_id: steamId, user_id: userId }
      await database.db.insertInto('steam_claims').values(claim).execute()
    }
    await link('first')
    await shop.live(5)
    expect(shop.state.lastDesired).toMatchObject({ perks: [{ steamId, discordId: 'first' }] })
    await link('second')
    await shop.live(15 * 60, 10)
    expect(shop.state.lastDesired).toMatchObject({ perks: [{ steamId, discordId: 'second' }] })
  })

  it('stops when the process does, and another one goes on at once', async () => {
    const shop = await openReadyShop(await openTestDatabase())
    const steamId = await shop.grant()
    shop.wait(5)
    const stopping = new AbortController()
    shop.state.before = () => {
      stopping.abort()
      shop.state.fault = adapterFault('interrupted', 'stopped')
    }
    expect(await reconcile(shop.services, shop.adapter, stopping.signal)).toBe('stopped')
    shop.state.before = () => undefined
    shop.state.fault = null
    expect(await shop.tick()).toBe('applied')
    expect(await shop.delivery(steamId)).toMatchObject({ state: 'verified' })
  })

  it('runs by itself until it is stopped', async () => {
    const shop = openPerkShop(await openTestDatabase())
    const steamId = await shop.grant()
    const reconciler = startReconciler(shop.services)
    await expect.poll(() => shop.state.actual.has(steamId)).toBe(true)
    await reconciler.stop()
  })
})
