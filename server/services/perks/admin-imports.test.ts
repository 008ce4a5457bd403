import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import { begin, gameServer, openPerkShop, openReadyShop } from '#test/factories/perks.ts'
import { makeTemporaryFolder } from '#test/temporary-folder.ts'
import type { Database } from '#server/db/database.ts'
import { createPriorityFile } from '#server/providers/priority-file/priority-file.ts'
import { keepHostKeys } from './adapter-memory.ts'
import { restoreFile } from './admin-adapters.ts'
import { undoBatch } from './admin-batches.ts'
import { importPerks } from './admin-imports.ts'
import { registerAdapter } from './reconciler.ts'

const admin = { role: 'owner', by: 'code', actor: 'code:123' } as const
const [staff, friend] = ['76561198000000911', '76561198000000912']
const daySeconds = 24 * 60 * 60
const untilDay = (day: number) => new Date(begin + day * daySeconds * 1000).toISOString()
const folder = makeTemporaryFolder('import-')
const file = path.join(folder, 'priority.txt')
const read = () => fs.readFileSync(file, 'latin1')

beforeEach(() => fs.writeFileSync(file, `${staff};${friend}`))
afterAll(() => fs.rmSync(folder, { recursive: true }))

async function openFileShop(database: Database) {
  const adapter = createPriorityFile({
    address: { kind: 'local', path: file },
    format: 'semicolon',
    fingerprint: null,
    sshKey: null,
    hostKeys: keepHostKeys(database, 'priority-file'),
    isOnFromStart: true,
  })
  const shop = openPerkShop(database, { ...gameServer(), adapter })
  await registerAdapter(shop.services, adapter)
  await shop.tick()
  const source = 'priority-file' as const
  return {
    ...shop,
    importFile: (day = 10, dryRun = false) =>
      importPerks(shop.services, admin, { source, until: untilDay(day), dryRun }),
    importTable: (text: string) => importPerks(shop.services, admin, { source: 'csv', text }),
    undo: (id: string | null) =>
      undoBatch(shop.services, admin, { id: id ?? '', kind: 'import', reason: 'the wrong list' }),
    restore: async (content: string) => {
      const version = await database.db
        .selectFrom('perk_file_versions')
        .select('id')
        .where('content', '=', content)
        .executeTakeFirstOrThrow()
      await restoreFile(shop.services, admin, { name: source, versionId: version.id })
      await shop.live(1)
    },
  }
}

describeOnDatabase('an import of the file', (openTestDatabase) => {
  it('takes over who is in it, and removes them at their end', async () => {
    const shop = await openFileShop(await openTestDatabase())
    const bought = await shop.grant()
    await shop.live(5)
    const text = `${staff};${friend};${bought}`
    expect(await shop.importFile(10, true)).toEqual({
      id: null,
      accepted: 2,
      refused: [{ line: 1, reason: 'already_ours' }],
    })
    expect(await shop.importFile()).toMatchObject({ id: expect.any(String), accepted: 2 })
    expect(await shop.importFile()).toMatchObject({ id: null, accepted: 0 })
    await shop.live(10)
    expect(read()).toBe(text)
    expect(await shop.delivery(staff)).toMatchObject({ state: 'verified', is_ours: true })
    shop.wait(10 * daySeconds)
    await shop.live(10)
    expect(read()).toBe(bought)
  })

  it('is undone: they are unmanaged again, and stay', async () => {
    const shop = await openFileShop(await openTestDatabase())
    const { id } = await shop.importFile()
    await shop.live(10)
    await shop.undo(id)
    await shop.undo(id)
    await shop.live(10)
    expect(await shop.delivery(staff)).toMatchObject({ state: 'verified', is_ours: false })
    shop.wait(20 * daySeconds)
    await shop.live(10)
    expect(read()).toBe(`${staff};${friend}`)
  })
})

describeOnDatabase('an import', (openTestDatabase) => {
  it('from a table takes over those who are in the file, and adds the others', async () => {
    const shop = await openFileShop(await openTestDatabase())
    const newcomer = newSteamId()
    const { id } = await shop.importTable(
      `steam64,perk,until\n${staff},priority_queue,2027-03-01\n${newcomer},priority_queue,2027-03-01`,
    )
    await shop.live(10)
    expect(read()).toBe(`${staff};${friend};${newcomer}`)
    expect(await shop.delivery(staff)).toMatchObject({ is_ours: true })
    await shop.undo(id)
    await shop.live(10)
    expect(read()).toMatch(new RegExp(`^${staff};${friend};?$`))
  })

  it('that has ended is undone without a claim on what was bought since', async () => {
    const shop = await openFileShop(await openTestDatabase())
    const { id } = await shop.importFile(10)
    await shop.live(10)
    shop.wait(10 * daySeconds)
    await shop.live(10)
    await shop.grant(staff)
    await shop.live(10)
    expect(read()).toBe(staff)
    await shop.undo(id)
    await shop.live(10)
    expect(await shop.delivery(staff)).toMatchObject({ is_ours: true })
    shop.wait(31 * daySeconds)
    await shop.live(10)
    expect(read()).toBe('')
  })

  it('is refused with the reason when the file cannot be read, or there is no list', async () => {
    const database = await openTestDatabase()
    const shop = await openFileShop(database)
    fs.writeFileSync(file, '// Managed by Citadel')
    await expect(shop.importFile()).rejects.toMatchObject({
      code: 'adapter_unavailable',
      extra: { errors: [{ path: 'source', code: 'managed_by_others' }] },
    })
    // The file does not matter to what is not in it.
    expect(await shop.importTable(`${staff},clan_tag_color,2027-03-01`)).toMatchObject({
      accepted: 1,
    })
    const without = await openReadyShop(await openTestDatabase())
    const list = { source: 'priority-file', dryRun: true } as const
    await expect(importPerks(without.services, admin, list)).rejects.toMatchObject({
      code: 'adapter_without_list',
    })
  })
})

describeOnDatabase('an earlier text that is put back', (openTestDatabase) => {
  it('brings back what others had written, and not what has ended since', async () => {
    const database = await openTestDatabase()
    const shop = await openFileShop(database)
    const [short, long] = [newSteamId(), newSteamId()]
    await shop.grant(short, { kind: 'time', ms: daySeconds * 1000 })
    await shop.live(5)
    await shop.grant(long)
    await shop.live(5)
    const before = `${staff};${friend};${short};${long}`
    expect(read()).toBe(before)
    shop.wait(daySeconds)
    await shop.live(10)
    expect(read()).toBe(`${staff};${friend};${long}`)
    fs.writeFileSync(file, long)
    await shop.restore(before)
    expect(read()).toBe(`${staff};${friend};${long}`)
    await shop.live(30)
    expect(await shop.delivery(short)).toMatchObject({ state: 'verified', is_ours: false })
    const audit = await database.db.selectFrom('audit_log').select(['action', 'subject']).execute()
    expect(audit).toEqual([{ action: 'perk_file_put_back', subject: 'perk_adapter:priority-file' }])
  })

  it('leaves those alone whose import was undone', async () => {
    const shop = await openFileShop(await openTestDatabase())
    const { id } = await shop.importFile()
    await shop.grant()
    await shop.live(10)
    await shop.undo(id)
    await shop.live(10)
    await shop.restore(`${staff};${friend}`)
    await shop.live(30)
    expect(read()).toContain(`${staff};${friend}`)
  })

  it('is one that was kept', async () => {
    const { services } = await openFileShop(await openTestDatabase())
    const put = (name: string) =>
      restoreFile(services, admin, { name, versionId: '00000000-0000-4000-8000-000000000000' })
    await expect(put('priority-file')).rejects.toMatchObject({ code: 'not_found' })
    await expect(put('cftools')).rejects.toMatchObject({ code: 'adapter_not_found' })
  })
})
