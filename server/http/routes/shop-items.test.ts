import { beforeAll, expect, it } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import { insertShopItem } from '#test/factories/ledger.ts'
import { adminByCode } from '#test/factories/admin.ts'
import { itemBody, readShopItems } from '#test/factories/shop-items.ts'
import { openShop, type TestShop } from '#test/shop.ts'

describeOnDatabase('what everybody sees of the skin shop', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
  })

  const get = (headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${shop.origin}/api/shop-items`, { headers })
  const names = async () => (await readShopItems(shop)).map(({ name }) => name)

  it('lists the newest first, and says when nothing has changed', async () => {
    const { database } = shop.services
    await insertShopItem(database, { name: 'older', created_at: new Date('2026-01-01') })
    await insertShopItem(database, { name: 'newer', created_at: new Date('2026-01-02') })
    await expect.poll(names).toEqual(['newer', 'older'])
    const first = await get()
    expect(first.headers.get('content-type')).toBe('application/json')
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get({ 'if-none-match': known })
      expect([again.status, await again.text()]).toEqual([304, ''])
    }
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200)
    await insertShopItem(database, { name: 'newest' })
    // Written past this process, as another one would.
    await expect.poll(async () => (await get({ 'if-none-match': etag })).status).toBe(200)
    expect(await names()).toEqual(['newest', 'newer', 'older'])
  })

  it('never shows an admin the list from before his change', async () => {
    const admin = await adminByCode(shop)
    for (let price = 1; price <= 20; price += 1) {
      const readers = Promise.all(Array.from({ length: 5 }, () => readShopItems(shop)))
      const { body } = await admin.post('/api/admin/shop-items', await itemBody({ price }))
      const seen = (await readShopItems(shop)).map(({ id }) => id)
      expect(seen[0]).toBe(body['id'])
      await readers
    }
  })

  it('takes no other method', async () => {
    const answer = await shop.visitor().post('/api/shop-items', {})
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})
