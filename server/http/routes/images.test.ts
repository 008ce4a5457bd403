import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import { adminByCode } from '#test/factories/admin.ts'
import { asDataUrl, photoWithPlace, picture } from '#test/factories/pictures.ts'
import { itemBody } from '#test/factories/shop-items.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { forgetOldRecords } from '#server/jobs/forget-old-records.ts'

const day = 24 * 60 * 60 * 1000

describeOnDatabase('the pictures of the skin shop', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
  })

  async function upload(bytes: Buffer): Promise<{ id: string; address: string }> {
    const admin = await adminByCode(shop)
    const body = await itemBody({ image_url: asDataUrl(bytes) })
    const answer = await admin.post('/api/admin/shop-items', body)
    return { id: String(answer.body['id']), address: String(answer.body['image_url']) }
  }
  const get = (address: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(shop.origin + address, { headers })

  it('are served as we encoded them, for ever, and run nothing', async () => {
    const { address } = await upload(await photoWithPlace())
    const answer = await get(address)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 240 })
    expect(bytes.includes('Deer Isle')).toBe(false)
    const etag = answer.headers.get('etag') ?? ''
    expect(etag).toBe(`"${address.slice('/images/'.length, -'.webp'.length)}"`)
    expect((await get(address, { 'if-none-match': etag })).status).toBe(304)
    expect(Buffer.from(await (await get(address)).arrayBuffer())).toEqual(bytes)
  })

  it.each([
    `/images/${'0'.repeat(64)}.webp`,
    `/images/${'0'.repeat(64)}.png`,
    `/images/${'A'.repeat(64)}.webp`,
    '/images/none.webp',
    '/images/..%2F..%2Fetc%2Fpasswd',
    "/images/'%20or%201=1",
  ])('are not at %s', async (address) => {
    const answer = await get(address)
    expect([answer.status, (await answer.json()).code]).toEqual([404, 'not_found'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('go a day after nothing shows them any more', async () => {
    const admin = await adminByCode(shop)
    const kept = await upload(await picture('png', '#101010'))
    const bought = await upload(await picture('png', '#202020'))
    const deleted = await upload(await picture('png', '#303030'))
    await shop.services.database.db
      .insertInto('skin_purchases')
      .values({
        steam_id: '76561198006409530',
        discord_username: 'sokol',
        item_id: bought.id,
        item_name: 'Bought',
        price_kr: 1,
        image_url: bought.address,
      })
      .execute()
    for (const { id } of [bought, deleted]) await admin.delete(`/api/admin/shop-items/${id}`)
    const left = async () => {
      const rows = await shop.services.database.db.selectFrom('images').select('hash').execute()
      const addresses = new Set(rows.map(({ hash }) => `/images/${hash}.webp`))
      return [kept, bought, deleted].map(({ address }) => addresses.has(address))
    }
    await forgetOldRecords(shop.services)
    expect(await left()).toEqual([true, true, true])
    shop.advanceClock(day + 60_000)
    await forgetOldRecords(shop.services)
    expect(await left()).toEqual([true, true, false])
  })
})
