import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { compareArchive } from '#server/services/shop-archive/import-archive.ts'
import { openArchive } from '#server/services/shop-archive/read-archive.ts'
import { cleanUpLater } from '#test/cleanups.ts'
import { describeOnEachDatabase } from '#test/database.ts'
import { openEventStream } from '#test/event-stream.ts'
import { adminByCode } from '#test/factories/admin.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { buySkin, creditKr, nextSteamId, openSkinShop } from '#test/skin-shop.ts'
import type { Visitor } from '#test/visitor.ts'

describeOnEachDatabase('GET /api/admin/export', (_, createTestDatabase) => {
  let shop: TestShop
  let owner: Visitor

  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
    owner = await adminByCode(shop)
    // More than the buffers of a connection hold.
    for (let i = 0; i < 24; i += 1) {
      await shop.services.database.db
        .insertInto('images')
        .values({ hash: `picture${i}`, bytes: randomBytes(1_000_000) })
        .execute()
    }
  })

  const startExport = (signal?: AbortSignal): Promise<Response> =>
    fetch(`${shop.origin}/api/admin/export`, {
      signal: signal ?? null,
      headers: { cookie: [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })

  it('sends all that the shop has, notes it, and tells the page how far it is', async () => {
    const page = await openEventStream(shop.origin, undefined, undefined, owner)
    const response = await startExport()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="shop-[\d-]+\.zip"$/,
    )
    const folder = await mkdtemp(path.join(tmpdir(), 'kryptonique-export-'))
    cleanUpLater(() => rm(folder, { recursive: true, force: true }))
    const file = path.join(folder, 'shop.zip')
    writeFileSync(file, Buffer.from(await response.arrayBuffer()))
    const archive = await openArchive(file)
    await archive.verify()
    expect(await compareArchive(shop.services.database.withoutStatementTimeout, archive)).toEqual(
      [],
    )
    const noted = await shop.services.database.db
      .selectFrom('audit_log')
      .select(['actor', 'subject'])
      .where('action', '=', 'shop_exported')
      .execute()
    expect(noted).toEqual([
      { actor: expect.stringMatching(/^code:/), subject: expect.stringMatching(/^export:shop-/) },
    ])
    const states: unknown[] = []
    while (!states.some((data) => JSON.stringify(data).includes('done'))) {
      const { name, data } = await page.next()
      if (name === 'export') states.push(data)
    }
    expect(states[0]).toEqual({ state: 'running', percent: 0 })
    expect(states.at(-1)).toEqual({ state: 'done', percent: 100 })
  })

  it('makes nobody wait for a client that does not read, nor another export once it left', async () => {
    const { item } = await openSkinShop(shop.origin)
    const steamId = nextSteamId()
    await creditKr(owner, { steamId, amount: 500, key: randomUUID() })
    const leaving = new AbortController()
    const unread = await startExport(leaving.signal)
    expect(unread.status).toBe(200)
    const bought = await buySkin(shop.visitor(), { steamId, item, key: randomUUID() })
    expect(bought.body).toMatchObject({ balance: 250 })
    const second = await startExport()
    expect([second.status, await second.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'export_running' }),
    ])
    expect(readdirSync(tmpdir()).filter((name) => /^kryptonique-.*\.zip$/.test(name))).toEqual([])
    leaving.abort()
    await expect
      .poll(async () => {
        const next = await startExport()
        await next.body?.cancel()
        return next.status
      })
      .toBe(200)
    expect(shop.readErrors()).toEqual([])
  })
})
