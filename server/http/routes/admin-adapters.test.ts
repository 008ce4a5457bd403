import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { adapterCheck, adapterList } from '#contract/admin-perks.ts'
import { describeOnDatabase } from '#test/database.ts'
import { adminByCode } from '#test/factories/admin.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { makeTemporaryFolder } from '#test/temporary-folder.ts'
import { changePerks } from '#server/services/perks/ledger.ts'

const staff = '76561198000000911'

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
  const readAdapter = async () => {
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(`${shop.origin}/api/admin/adapters`, { headers: { cookie } })
    const adapters = z.parse(adapterList, await answer.json())
    return adapters.find(({ name }) => name === 'priority-file')
  }
  const call = (what: string, name = 'priority-file') =>
    admin.post(`/api/admin/adapters/${name}/${what}`, {})

  it('is only compared until the owner has seen what would change, and agrees', async () => {
    await vi.waitFor(async () => expect((await readAdapter())?.dryRun).toBeTruthy(), 30_000)
    expect(await readAdapter()).toMatchObject({
      enabled: false,
      state: 'ready',
      reason: null,
      dryRun: { adds: [], keeps: [], removes: [], foreign: [staff] },
    })
    const steamId = newSteamId()
    await shop.services.database.transaction((trx) => {
      const term = { kind: 'permanent' } as const
      const entries = [{ kind: 'granted', term, color: null, source: 'staff' } as const]
      const change = { steamId, perk: 'priority_queue', entries }
      return changePerks(shop.services, trx, [change], { actor: 'code:1' })
    })
    expect(z.parse(adapterCheck, (await call('check')).body)).toEqual({
      state: 'ready',
      reason: null,
      detail: null,
      notes: [{ code: 'ids_found', detail: '1' }],
    })
    await vi.waitFor(
      async () => expect((await readAdapter())?.dryRun?.adds).toEqual([steamId]),
      30_000,
    )
    expect(fs.readFileSync(file, 'utf8')).toBe(staff)

    for (const _ of [1, 2]) {
      expect(await call('enable')).toMatchObject({ status: 200, body: { enabled: true } })
    }
    await vi.waitFor(
      () => expect(fs.readFileSync(file, 'utf8')).toBe(`${staff};${steamId}`),
      30_000,
    )
    const audit = await shop.services.database.db
      .selectFrom('audit_log')
      .select('subject')
      .where('action', '=', 'perk_adapter_enabled')
      .execute()
    expect(audit).toEqual([{ subject: 'perk_adapter:priority-file' }])
  })

  it('says in plain words what is wrong with it', async () => {
    fs.writeFileSync(file, '// Managed by Citadel')
    expect((await call('check')).body).toMatchObject({
      state: 'needs_owner',
      reason: 'managed_by_others',
    })
  })

  it.each(['check', 'enable'])('is the only one that is there to %s', async (what) => {
    expect(await call(what, 'cftools')).toMatchObject({
      status: 404,
      body: { code: 'adapter_not_found' },
    })
  })
})
