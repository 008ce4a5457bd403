import { expect, it } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import { begin, gameServer, openPerkShop, running } from '#test/factories/perks.ts'
import type { Database } from '#server/db/database.ts'
import { createPriorityPull } from '#server/providers/priority-file/priority-pull.ts'
import { enableAdapter } from './admin-adapters.ts'
import { fetchPriority, openPulledList } from './priority-pulls.ts'
import { registerAdapter } from './reconciler.ts'

const minute = 60

describeOnDatabase('the priority queue that a script fetches', (openTestDatabase) => {
  async function openPullShop(database: Database) {
    let clock = () => new Date(begin)
    const list = openPulledList(database)
    const adapter = createPriorityPull({ list, clock: () => clock() })
    const shop = openPerkShop(database, { ...gameServer(), adapter })
    clock = shop.services.clock
    await registerAdapter(shop.services, adapter)
    return {
      ...shop,
      /** What the script gets. */
      fetch: () => fetchPriority(shop.services),
      enable: () =>
        enableAdapter(shop.services, { role: 'owner', by: 'code', actor: 'code:1' }, adapter.name),
    }
  }
  const refused = { code: 'adapter_not_enabled', extra: { retryAfterSeconds: 60 } }
  const openEnabledShop = async () => {
    const shop = await openPullShop(await openTestDatabase())
    await expect(shop.fetch()).rejects.toMatchObject(refused)
    await shop.enable()
    await shop.live(1)
    return shop
  }

  it('is refused until the owner has seen what would change and switched it on', async () => {
    const shop = await openPullShop(await openTestDatabase())
    const steamId = await shop.grant()
    expect(await shop.live(20)).toEqual(['compared'])
    expect((await shop.adapterRow()).dry_run).toEqual({
      adds: [steamId],
      keeps: [],
      removes: [],
      foreign: [],
    })
    await expect(shop.fetch()).rejects.toMatchObject(refused)
    await shop.enable()
    // What is to be in the file is decided by the first run.
    await expect(shop.fetch()).rejects.toMatchObject(refused)
    await shop.live(1)
    expect(await shop.fetch()).toEqual([steamId])
    await shop.live(10)
    expect(await shop.delivery(steamId)).toMatchObject({ state: 'verified', is_ours: true })
  })

  it('is not what it was before another way of delivering, until the owner switches it on again', async () => {
    const shop = await openEnabledShop()
    const [kept, ended] = [await shop.grant(), await shop.grant()]
    await shop.live(5)
    const before = [kept, ended].toSorted()
    expect(await shop.fetch()).toEqual(before)
    const elsewhere = { ...shop.adapter, target: 'a file', isOnFromStart: true }
    await registerAdapter(shop.services, elsewhere)
    await expect(shop.fetch()).rejects.toMatchObject(refused)
    await shop.void(ended)
    await registerAdapter(shop.services, shop.adapter)
    await shop.live(20)
    await expect(shop.fetch()).rejects.toMatchObject(refused)
    expect((await shop.adapterRow()).dry_run).toMatchObject({ keeps: [kept], removes: [ended] })
    await shop.enable()
    await expect(shop.fetch()).rejects.toMatchObject(refused)
    await shop.live(1)
    expect(await shop.fetch()).toEqual([kept])
    await shop.live(10)
    expect(await shop.unfinished()).toEqual([])
  })

  it('is delivered once the script has fetched it after the change', async () => {
    const shop = await openEnabledShop()
    const [kept, ended] = [await shop.grant(), await shop.grant()]
    await shop.live(5)
    const waits = { state: 'retrying', reason_code: 'not_fetched_yet' }
    expect(await shop.delivery(kept)).toMatchObject(waits)
    expect(await shop.adapterRow()).toMatchObject({ state: 'ready' })
    expect(await shop.fetch()).toEqual([kept, ended].toSorted())
    await shop.live(10)
    expect(await shop.unfinished()).toEqual([])
    await shop.void(ended)
    await shop.live(5)
    expect(await shop.delivery(ended)).toMatchObject({ ...waits, is_ours: true })
    expect(await shop.delivery(kept)).toMatchObject({ state: 'verified' })
    expect(await shop.fetch()).toEqual([kept])
    await shop.live(10)
    expect(await shop.delivery(ended)).toMatchObject({ state: 'verified', is_ours: false })
  })

  it('waits for a script that never came, and then needs the owner, once', async () => {
    const shop = await openPullShop(await openTestDatabase())
    await shop.enable()
    await shop.live(1)
    const never = { state: 'retrying', reason_code: 'not_fetched_yet' }
    expect(await shop.adapterRow()).toMatchObject(never)
    expect(await shop.adapter.check(running)).toMatchObject({ code: 'not_fetched_yet' })
    shop.wait(31 * minute)
    await shop.live(5 * minute)
    expect(await shop.adapterRow()).toMatchObject({
      state: 'needs_owner',
      reason_code: 'not_fetched',
      reason_detail: 'the script has never come',
    })
    expect(await shop.messages()).toEqual(['perk_adapter_failed'])
    await shop.fetch()
    await shop.live(minute)
    expect(await shop.adapterRow()).toMatchObject({ state: 'ready', reason_code: null })
    expect(await shop.adapter.check(running)).toEqual({ outcome: 'ready', notes: [] })
  })

  it('needs the owner when the script stays away, though nothing has changed', async () => {
    const shop = await openEnabledShop()
    shop.wait(29 * minute)
    await shop.live(1)
    expect(await shop.adapterRow()).toMatchObject({ state: 'ready' })
    shop.wait(16 * minute)
    await shop.live(1)
    expect(await shop.adapterRow()).toMatchObject({
      state: 'needs_owner',
      reason_code: 'not_fetched',
      reason_detail: `the script came last at ${new Date(begin).toISOString()}`,
    })
  })
})
