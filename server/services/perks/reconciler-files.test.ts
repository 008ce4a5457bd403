import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import { dieInTransaction, gameServer, openPerkShop, running } from '#test/factories/perks.ts'
import type { MachineFault } from '#sandbox/game/faulty-folder.ts'
import type { FileMachine } from '#test/machines/faulty-folder.ts'
import { startSftpMachine } from '#test/machines/sftp-machine.ts'
import { createRandom } from '#test/random.ts'
import { makeTemporaryFolder } from '#test/temporary-folder.ts'
import { parseFileAddress } from '#server/providers/priority-file/file-address.ts'
import { idsInFile } from '#server/providers/priority-file/file-text.ts'
import { createPriorityFile } from '#server/providers/priority-file/priority-file.ts'
import type { Database } from '#server/db/database.ts'
import { keepHostKeys } from './adapter-memory.ts'
import { reconcile, registerAdapter } from './reconciler.ts'

const kinds = ['local', 'sftp'] as const
const [staff, friend] = ['76561198000000911', '76561198000000912']
const others = `// staff \u00CF\r\n${staff};${friend} // since 2024\r\n`

describeOnDatabase('the priority queue in a file', (openTestDatabase) => {
  const folder = makeTemporaryFolder('game-')
  const file = path.join(folder, 'priority.txt')
  let sftp: FileMachine
  beforeAll(async () => {
    sftp = await startSftpMachine(folder)
  })
  afterAll(async () => {
    await sftp.stop()
    fs.rmSync(folder, { recursive: true })
  })
  beforeEach(() => {
    sftp.files.fail()
    fs.writeFileSync(file, others, 'latin1')
  })
  const read = () => fs.readFileSync(file, 'latin1')

  async function openFileShop(database: Database, kind: (typeof kinds)[number]) {
    const address = parseFileAddress(
      kind === 'local' ? file : `sftp://dayz:p%40ss%3A1@127.0.0.1:${sftp.port}/priority.txt`,
    )
    if (!address) throw new Error('no address')
    const adapter = createPriorityFile({
      address,
      format: 'semicolon',
      fingerprint: null,
      sshKey: null,
      hostKeys: keepHostKeys(database, 'priority-file'),
      isOnFromStart: true,
    })
    const shop = openPerkShop(database, { ...gameServer(), adapter })
    await registerAdapter(shop.services, adapter)
    expect(await shop.tick()).toBe('applied')
    return shop
  }

  it.for(kinds)('by %s follows what is bought, given back and what others write', async (kind) => {
    const shop = await openFileShop(await openTestDatabase(), kind)
    const [kept, refunded] = [await shop.grant(), await shop.grant()]
    await shop.grant(staff)
    await shop.live(5)
    expect(read()).toBe(`${others}${[kept, refunded].toSorted().join(';')}`)
    expect(await shop.delivery(kept)).toMatchObject({ state: 'verified', is_ours: true })
    expect(await shop.delivery(staff)).toMatchObject({ state: 'verified', is_ours: false })
    await shop.void(refunded)
    await shop.void(staff)
    await shop.live(5)
    expect(idsInFile(read())).toEqual(new Set([staff, friend, kept]))
    fs.writeFileSync(file, others, 'latin1')
    await shop.live(15 * 60, 10)
    expect(read()).toBe(`${others}${kept}`)
  })

  it.for(kinds)('by %s stays without whom its owner removed after a failed try', async (kind) => {
    const dismissed = '76561198000000913'
    fs.writeFileSync(file, `${staff};${dismissed}`)
    const database = await openTestDatabase()
    const shop = await openFileShop(database, kind)
    const steamId = await shop.grant()
    const { database: dying, died } = dieInTransaction(database, 3, 'before')
    shop.wait(5)
    await Promise.race([
      died,
      reconcile({ ...shop.services, database: dying }, shop.adapter, running),
    ])
    fs.writeFileSync(file, staff)
    await shop.live(60)
    expect(read()).toBe(`${staff};${steamId}`)
  })

  it('stops at another key of the machine, and keeps the first one', async () => {
    const shop = await openFileShop(await openTestDatabase(), 'sftp')
    sftp.files.fail('host-key-changed')
    const steamId = await shop.grant()
    await shop.live(5)
    expect(await shop.delivery(steamId)).toMatchObject({
      state: 'needs_owner',
      reason_code: 'host_key_changed',
    })
    expect(await shop.messages()).toEqual(['perk_adapter_failed'])
    expect(read()).toBe(others)
    sftp.files.fail()
    await shop.live(60)
    expect(read()).toBe(`${others}${steamId}`)
  })

  const faults: readonly (readonly MachineFault[])[] = [
    ['disk-full'],
    ['upload-cut'],
    ['draft-dropped'],
    ['rename-refused'],
    ['rename-refused', 'overwrite-dropped'],
    ['stale-read'],
    ['password-changed'],
    ['host-key-changed'],
    ['read-refused'],
  ]
  const runs = kinds.flatMap((kind) => [1, 2, 3].map((seed) => ({ kind, seed })))

  it.for(runs)(
    'by $kind holds what is paid, whatever fails and dies in between (history $seed)',
    async ({ kind, seed }) => {
      const random = createRandom(seed)
      const shop = await openFileShop(await openTestDatabase(), kind)
      const held = new Set<string>()
      for (let step = 0; step < 40; step += 1) {
        if (kind === 'sftp') sftp.files.fail(...(random.below(2) ? random.pick(faults) : []))
        if (held.size === 0 || random.below(5) < 3) {
          held.add(await shop.grant())
        } else {
          const refunded = random.pick([...held])
          await shop.void(refunded)
          held.delete(refunded)
        }
        const nth = 1 + random.below(6)
        const when = random.pick(['before', 'after'] as const)
        const { database, died } = dieInTransaction(shop.services.database, nth, when)
        const dying = { ...shop.services, database }
        shop.wait(random.below(60))
        await Promise.race([died, reconcile(dying, shop.adapter, running)])
      }
      sftp.files.fail()
      await shop.live(16 * 60, 10)
      expect(idsInFile(read())).toEqual(new Set([staff, friend, ...held]))
      expect(read().startsWith(others)).toBe(true)
      expect(await shop.unfinished()).toEqual([])
    },
  )
})
