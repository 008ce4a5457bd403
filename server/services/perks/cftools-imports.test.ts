import { expect, it } from 'vitest'
import { alice, bob, carol, startCftools } from '#test/cftools.ts'
import { describeOnDatabase } from '#test/database.ts'
import { begin, gameServer, openPerkShop } from '#test/factories/perks.ts'
import type { Database } from '#server/db/database.ts'
import { keepCftoolsIds } from './adapter-memory.ts'
import { undoBatch } from './admin-batches.ts'
import { importPerks } from './admin-imports.ts'
import { registerAdapter } from './reconciler.ts'

const admin = { role: 'owner', by: 'code', actor: 'code:123' } as const
const daySeconds = 24 * 60 * 60
const endOfDay = (day: number) => new Date(begin + day * daySeconds * 1000).toISOString()
const untilDay = (day: number) => ({ until: endOfDay(day) })

/** A shop that delivers to the sandbox's CFTools, where the staff had put Alice and Bob. */
async function openCftoolsShop(database: Database) {
  const cftools = await startCftools()
  await cftools.control('cftools/setup', { limits: { register: 100 } })
  await cftools.addByStaff(alice, null)
  await cftools.addByStaff(bob, endOfDay(20))
  const ids = keepCftoolsIds(database)
  const adapter = cftools.create({ ids, clock: () => shop.services.clock() })
  const shop = openPerkShop(database, { ...gameServer(), adapter })
  await registerAdapter(shop.services, adapter)
  await shop.tick()
  return {
    ...shop,
    ...cftools,
    importQueue: (end: { until?: string; permanent?: true }, dryRun = false) =>
      importPerks(shop.services, admin, { source: 'cftools', ...end, dryRun }),
    undo: (id: string | null) =>
      undoBatch(shop.services, admin, { id: id ?? '', kind: 'import', reason: 'the wrong list' }),
    pass: async (days: number) => {
      shop.wait(days * daySeconds)
      await shop.live(10)
    },
  }
}

describeOnDatabase('an import of the queue at CFTools', (openTestDatabase) => {
  it('takes over who is in it, and removes or follows them at their end', async () => {
    const shop = await openCftoolsShop(await openTestDatabase())
    await shop.grant(carol)
    await shop.live(10)
    const before = await shop.queue()
    const refused = [{ line: 3, reason: 'already_ours' }]
    expect(await shop.importQueue(untilDay(10), true)).toEqual({ id: null, accepted: 2, refused })
    expect(await shop.importQueue(untilDay(10))).toMatchObject({ accepted: 2, refused })
    expect(await shop.importQueue(untilDay(10))).toMatchObject({ id: null, accepted: 0 })
    expect(await shop.countCalls('GET', '/player')).toBe(2)
    await shop.live(10)
    expect(await shop.queue()).toEqual(before)
    expect(await shop.delivery(alice)).toMatchObject({ state: 'verified', is_ours: true })

    await shop.pass(10)
    expect(await shop.queue()).toEqual(before.slice(1))
    await shop.grant(bob, { kind: 'time', ms: 5 * daySeconds * 1000 })
    await shop.pass(10)
    expect(await shop.queue()).toEqual([
      before[2],
      { steamId: bob, comment: expect.stringMatching(/^grant:/), expiresAt: endOfDay(25) },
    ])
    await shop.pass(5)
    expect(await shop.queue()).toEqual(before.slice(2))
  })

  it('is undone: they are unmanaged again, stay as they were, and can be imported again', async () => {
    const shop = await openCftoolsShop(await openTestDatabase())
    const before = await shop.queue()
    const { id } = await shop.importQueue(untilDay(10))
    await shop.live(10)
    await shop.undo(id)
    await shop.live(10)
    expect(await shop.delivery(alice)).toMatchObject({ state: 'verified', is_ours: false })
    expect(await shop.importQueue(untilDay(15), true)).toMatchObject({ accepted: 2, refused: [] })
    await shop.pass(30)
    expect(await shop.queue()).toEqual(before)
  })

  it('leaves permanent entries alone, unless the request says what they become', async () => {
    const shop = await openCftoolsShop(await openTestDatabase())
    const [permanent] = await shop.queue()
    expect(await shop.importQueue({})).toMatchObject({
      accepted: 1,
      refused: [{ line: 1, reason: 'no_end' }],
    })
    await shop.pass(20)
    expect(await shop.queue()).toEqual([permanent])
    expect(await shop.importQueue({ permanent: true })).toMatchObject({ accepted: 1 })
    await shop.pass(20)
    expect(await shop.queue()).toEqual([permanent])
    expect(await shop.delivery(alice)).toMatchObject({ state: 'verified', is_ours: true })
  })
})
