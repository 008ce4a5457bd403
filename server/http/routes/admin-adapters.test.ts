import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import {
  checkAdapter,
  listAdapters,
  grantPerk,
  listGrants,
  listFileVersions,
} from '#contract/admin-perks.ts'
import { describeOnDatabase } from '#test/database.ts'
import { adminByCode, countTodo } from '#test/factories/admin.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { makeTemporaryFolder } from '#test/temporary-folder.ts'
import { changePerks } from '#server/services/perks/ledger.ts'

const [staff, otherStaff] = ['76561198000000911', '76561198000000912']

describeOnDatabase('the owner’s own file', (_open, createTestDatabase) => {
  const folder = makeTemporaryFolder('game-')
  const file = path.join(folder, 'priority.txt')
  let shop: TestShop
  let admin: Awaited<ReturnType<typeof adminByCode>>
  beforeAll(async () => {
    fs.writeFileSync(file, staff)
    const settings = { PRIORITY_FILE: file, PRIORITY_FILE_FORMAT: 'semicolon' }
    shop = await openShop(await createTestDatabase(), settings)
    admin = await adminByCode(shop)
  })
  const read = async (what: string): Promise<unknown> => {
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(`${shop.origin}/api/admin/adapters${what}`, { headers: { cookie } })
    return answer.json()
  }
  const readAdapter = async () => {
    const adapters = z.parse(listAdapters.answer, await read(''))
    return adapters.find(({ name }) => name === 'priority-file')
  }
  const call = (what: string, name = 'priority-file') =>
    admin.post(`/api/admin/adapters/${name}/${what}`, {})

  it('is only compared until the owner has seen what would change, and agrees', async () => {
    await vi.waitFor(async () => expect((await readAdapter())?.dryRun).toBeTruthy())
    expect(await readAdapter()).toMatchObject({
      enabled: false,
      state: 'ready',
      reason: null,
      dryRun: { adds: [], keeps: [], removes: [], foreign: [staff] },
    })
    // Until then nothing is delivered, so it is something to do.
    expect(await countTodo(admin, 'deliveries')).toBe(0)
    expect(await countTodo(admin, 'adapters_to_enable')).toBe(1)
    const { db } = shop.services.database
    const isOld = { last_run_at: new Date(Date.now() - 120_000) }
    await db.updateTable('perk_adapters').set(isOld).where('enabled_at', 'is', null).execute()
    fs.writeFileSync(file, `${staff};${otherStaff}`)
    await vi.waitFor(async () =>
      expect((await readAdapter())?.dryRun?.foreign).toEqual([staff, otherStaff]),
    )
    fs.writeFileSync(file, staff)
    const steamId = newSteamId()
    await shop.services.database.transaction((trx) => {
      const term = { kind: 'permanent' } as const
      const entries = [{ kind: 'granted', term, color: null, source: 'staff' } as const]
      const change = { steamId, perk: 'priority_queue', entries }
      return changePerks(shop.services, trx, [change], { actor: 'code:1' })
    })
    expect(z.parse(checkAdapter.answer, (await call('check')).body)).toEqual({
      state: 'ready',
      reason: null,
      detail: null,
      notes: [{ code: 'ids_found', detail: '1' }],
    })
    // The owner reads both together.
    expect(await readAdapter()).toMatchObject({ dryRun: { adds: [steamId] }, notes: [] })
    expect(fs.readFileSync(file, 'utf8')).toBe(staff)
    fs.renameSync(file, `${file}.away`)
    fs.mkdirSync(file)
    expect((await call('check')).body).toMatchObject({ reason: 'is_a_folder' })
    await vi.waitFor(async () =>
      expect(await readAdapter()).toMatchObject({ reason: 'is_a_folder', dryRun: null }),
    )
    fs.rmdirSync(file)
    fs.renameSync(`${file}.away`, file)

    for (const _ of [1, 2]) {
      expect(await call('enable')).toMatchObject({ status: 200, body: { enabled: true } })
    }
    await vi.waitFor(() => expect(fs.readFileSync(file, 'utf8')).toBe(`${staff};${steamId}`))
    const audit = await shop.services.database.db
      .selectFrom('audit_log')
      .select('subject')
      .where('action', '=', 'perk_adapter_enabled')
      .execute()
    expect(audit).toEqual([{ subject: 'perk_adapter:priority-file' }])
  })

  it('is kept as it was, and put back', async () => {
    const delivered = fs.readFileSync(file, 'utf8')
    const [version] = z.parse(listFileVersions.answer, await read('/priority-file/file-versions'))
    expect(version).toMatchObject({ entries: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
    fs.writeFileSync(file, 'cleared by mistake')
    const what = `file-versions/${version?.id}/put-back`
    expect(await call(what)).toMatchObject({ status: 200, body: { name: 'priority-file' } })
    await vi.waitFor(() => expect(fs.readFileSync(file, 'utf8')).toBe(delivered))
    expect(await call('file-versions/1/put-back')).toMatchObject({ status: 404 })
    expect(await read('/cftools/file-versions')).toMatchObject({ code: 'adapter_not_found' })
  })

  it('is said to be written in place for as long as that is so', async () => {
    const delivered = fs.readFileSync(file, 'utf8')
    const writeAgain = async (notes: readonly string[]) => {
      fs.writeFileSync(file, staff)
      await call('check')
      await vi.waitFor(() => expect(fs.readFileSync(file, 'utf8')).toBe(delivered))
      await vi.waitFor(async () =>
        expect((await readAdapter())?.notes.map(({ code }) => code)).toEqual(notes),
      )
    }
    fs.renameSync(file, `${file}.real`)
    fs.symlinkSync('priority.txt.real', file)
    await writeAgain(['written_in_place'])
    await call('check')
    expect((await readAdapter())?.notes).toHaveLength(1)
    fs.renameSync(`${file}.real`, file)
    await writeAgain([])
  })

  it('can be imported, and shows what was done for whom', async () => {
    const list = { source: 'priority-file', permanent: true, dryRun: true }
    expect(await admin.post('/api/admin/perk-imports', list)).toMatchObject({
      status: 200,
      body: { id: null, accepted: 1, refused: [{ line: 1, reason: 'already_ours' }] },
    })
    const { body } = await admin.get('/api/admin/perks?state=verified')
    const [grant] = z.parse(listGrants.answer, body).grants
    expect(grant?.deliveries.find(({ adapter }) => adapter === 'priority-file')).toMatchObject({
      state: 'verified',
      attempts: [{ what: 'put', answer: 'verified' }],
    })
  })

  it('says in plain words what is wrong with it', async () => {
    fs.writeFileSync(file, '// Managed by Citadel')
    expect((await call('check')).body).toMatchObject({
      state: 'needs_owner',
      reason: 'managed_by_others',
    })
    await vi.waitFor(async () => expect(await countTodo(admin, 'deliveries')).toBe(1))
    expect(await countTodo(admin, 'adapters_to_enable')).toBe(0)
    const list = { source: 'priority-file', permanent: true }
    expect(await admin.post('/api/admin/perk-imports', list)).toMatchObject({
      status: 503,
      body: { code: 'adapter_unavailable', errors: [{ code: 'managed_by_others' }] },
    })
    const { id } = z.parse(
      grantPerk.answer,
      (
        await admin.post('/api/admin/perks', {
          steamId: newSteamId(),
          perk: 'priority_queue',
          permanent: true,
          reason: 'won the race',
        })
      ).body,
    )
    expect(await admin.post(`/api/admin/perks/${id}/delivered`, { delivered: true })).toMatchObject(
      {
        status: 409,
        body: { code: 'perk_not_by_hand' },
      },
    )
  })

  it.each(['check', 'enable'])('is the only one that is there to %s', async (what) => {
    expect(await call(what, 'cftools')).toMatchObject({
      status: 404,
      body: { code: 'adapter_not_found' },
    })
  })
})
