import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { forgetOldRecords } from '#server/jobs/forget-old-records.ts'
import { describeOnDatabase } from '#test/database.ts'
import { adminByCode, adminByDiscord, readAudit } from '#test/factories/admin.ts'
import { insertShopItem } from '#test/factories/ledger.ts'
import { asDataUrl, hostileFiles, photoWithPlace, picture } from '#test/factories/pictures.ts'
import { itemBody, readShopItems, sendForm } from '#test/factories/shop-items.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { players, signIn } from '#test/sign-in.ts'
import type { Answer, Visitor } from '#test/visitor.ts'

describeOnDatabase('the public list of the skin shop', (_, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
  })

  const get = (headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${shop.origin}/api/shop-items`, { headers })
  const names = async () => (await readShopItems(shop)).map(({ name }) => name)

  it('lists the newest first, and answers 304 when nothing has changed', async () => {
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
    // Written past this process's cache, as another process would.
    await expect.poll(async () => (await get({ 'if-none-match': etag })).status).toBe(200)
    expect(await names()).toEqual(['newest', 'newer', 'older'])
  })

  it('never shows admins the list from before their change', async () => {
    const admin = await adminByCode(shop)
    const { body } = await admin.post('/api/admin/shop-items', await itemBody())
    for (let price = 1; price <= 20; price += 1) {
      const readers = Promise.all(Array.from({ length: 5 }, () => readShopItems(shop)))
      await admin.patch(`/api/admin/shop-items/${String(body['id'])}`, { price })
      expect((await readShopItems(shop))[0]).toMatchObject({ id: body['id'], price })
      await readers
    }
  })

  it('refuses other methods', async () => {
    const answer = await shop.visitor().post('/api/shop-items', {})
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})

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

  it('are served as we encoded them, cached for ever, and run nothing', async () => {
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

  it('are deleted a day after their last use', async () => {
    const kept = await upload(await picture('png', '#101010'))
    const bought = await upload(await picture('png', '#202020'))
    const deleted = await upload(await picture('png', '#303030'))
    const replaced = await upload(await picture('png', '#404040'))
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
    // Uploaded long ago, they were still in use until now.
    shop.advanceClock(2 * day)
    const admin = await adminByCode(shop)
    for (const { id } of [bought, deleted]) await admin.delete(`/api/admin/shop-items/${id}`)
    const image_url = asDataUrl(await picture('png', '#505050'))
    await admin.patch(`/api/admin/shop-items/${replaced.id}`, { image_url })
    const left = async () => {
      const rows = await shop.services.database.db.selectFrom('images').select('hash').execute()
      const addresses = new Set(rows.map(({ hash }) => `/images/${hash}.webp`))
      return [kept, bought, deleted, replaced].map(({ address }) => addresses.has(address))
    }
    await forgetOldRecords(shop.services)
    expect(await left()).toEqual([true, true, true, true])
    shop.advanceClock(day + 60_000)
    await forgetOldRecords(shop.services)
    expect(await left()).toEqual([true, true, false, false])
  })
})

const items = '/api/admin/shop-items'

describeOnDatabase('the staff’s side of the skin shop', (_, createTestDatabase) => {
  let shop: TestShop
  let admin: Visitor
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase(), { ADMIN_DISCORD_IDS: players.hunter })
    admin = await adminByCode(shop)
  })

  const db = () => shop.services.database.db
  const unlimited = { stock: null, hidden: false, position: null }
  const idOf = ({ body }: Answer) => String(body['id'])
  const add = async (changes: Readonly<Record<string, unknown>> = {}, key?: string) =>
    admin.post(items, await itemBody(changes), key === undefined ? {} : { 'idempotency-key': key })
  const countItems = async () => (await readShopItems(shop)).length
  const sees = async (id: string) => (await readShopItems(shop)).find((item) => item.id === id)

  it('adds an item, which everybody sees at once', async () => {
    const answer = await add({ name: '  Toxic Mosin ', price: 250 })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.any(String),
      name: 'Toxic Mosin',
      price: 250,
      image_url: expect.stringMatching(/^\/images\/[0-9a-f]{64}\.webp$/),
      created_at: expect.any(String),
      stock: null,
      position: null,
      hidden: false,
    })
    const { hidden: _hidden, ...shown } = answer.body
    expect(await sees(idOf(answer))).toEqual(shown)
    const image_url = answer.body['image_url']
    const after = { name: 'Toxic Mosin', price: 250, image_url, ...unlimited }
    expect(await readAudit(shop, `shop_item:${idOf(answer)}`)).toEqual([
      { actor: expect.stringMatching(/^code:/), action: 'shop_item_added', before: null, after },
    ])
  })

  it('accepts the same as a form with a file of any name', async () => {
    const image = new File([new Uint8Array(await picture('webp'))], 'x.svg', { type: 'text/html' })
    const added = await sendForm(shop, admin, 'POST', items, { name: 'Form', price: '99', image })
    expect(added.status).toBe(201)
    const { id } = await added.json()
    expect(await sees(id)).toMatchObject({ name: 'Form', price: 99 })
    const changed = await sendForm(shop, admin, 'PATCH', `${items}/${id}`, { price: '100' })
    expect(await changed.json()).toMatchObject({ name: 'Form', price: 100 })
    const byStranger = await sendForm(shop, shop.visitor(), 'POST', items, { image: 'no file' })
    expect(byStranger.status).toBe(403)
    const noFile = await sendForm(shop, admin, 'PATCH', `${items}/${id}`, { image: 'no file' })
    expect([noFile.status, await noFile.json()]).toMatchObject([
      422,
      { errors: [{ path: 'image' }] },
    ])
    const broken = await admin.post(items, 'not a form', {
      'content-type': 'multipart/form-data; boundary=x',
    })
    expect(broken).toMatchObject({ status: 422, body: { errors: [{ code: 'invalid_form' }] } })
  })

  it('accepts a picture of another format than its data URL says', async () => {
    const image_url = asDataUrl(await picture('jpeg'), 'image/svg+xml')
    expect((await add({ image_url })).status).toBe(201)
  })

  it('stores the same picture once', async () => {
    const image_url = asDataUrl(await picture('png', '#0f0f0f'))
    const [first, second] = [await add({ image_url }), await add({ image_url })]
    expect(first.body['image_url']).toBe(second.body['image_url'])
    const hash = String(first.body['image_url']).slice('/images/'.length, -'.webp'.length)
    const rows = await db().selectFrom('images').selectAll().where('hash', '=', hash).execute()
    expect(rows).toHaveLength(1)
  })

  it.each([
    ['no name', { name: undefined }, 'name'],
    ['a blank name', { name: '   ' }, 'name'],
    ['a name that turns the text round', { name: 'Mosin \u202E' }, 'name'],
    ['a long name', { name: 'x'.repeat(101) }, 'name'],
    ['no price', { price: undefined }, 'price'],
    ['an empty price', { price: '' }, 'price'],
    ['a price of nothing', { price: 0 }, 'price'],
    ['a negative price', { price: '-5' }, 'price'],
    ['half a Kr', { price: 2.5 }, 'price'],
    ['a price in words', { price: 'free' }, 'price'],
    ['a price that is true', { price: true }, 'price'],
    ['a price in a list', { price: [250] }, 'price'],
    ['a price beyond all', { price: 1_000_001 }, 'price'],
    ['no picture', { image_url: undefined }, 'image_url'],
    ['a picture elsewhere', { image_url: 'https://evil.example/x.png' }, 'image_url'],
    ['the address of a picture', { image_url: `/images/${'a'.repeat(64)}.webp` }, 'image_url'],
  ])('refuses %s', async (_what, changes, path) => {
    const before = await countItems()
    const answer = await add(changes)
    expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed' } })
    expect(answer.body['errors']).toEqual([expect.objectContaining({ path })])
    expect(await countItems()).toBe(before)
  })

  it('stores nothing of hostile files, and keeps working', async () => {
    const before = await countItems()
    const { db: database } = shop.services.database
    const images = () => database.selectFrom('images').select('hash').execute()
    const imagesBefore = await images()
    // Refused before or during decoding; the tests of `encode-picture` try all of the files.
    const files = await hostileFiles()
    for (const what of ['a PNG of 60,000 × 60,000', 'a PNG with a page after it', 'half a WebP']) {
      const bytes = files[what]
      if (!bytes) throw new Error(`no file is called ${what}`)
      const { status, body } = await add({ image_url: asDataUrl(bytes) })
      expect([what, status, body['code']]).toEqual([what, 422, 'image_refused'])
    }
    expect(await countItems()).toBe(before)
    expect(await images()).toEqual(imagesBefore)
    expect((await add()).status).toBe(201)
  })

  it('reads 7 MB from an admin, no more, and from nobody else', async () => {
    const huge = JSON.stringify(await itemBody({ image_url: asDataUrl(Buffer.alloc(6_000_000)) }))
    for (const visitor of [shop.visitor(), await player()]) {
      const answer = await visitor.post(items, huge)
      expect([answer.status, answer.body['code']]).toEqual([403, 'forbidden'])
    }
    expect(await admin.post(items, huge)).toMatchObject({ status: 413 })
    const large = asDataUrl(Buffer.alloc(5_100_000))
    expect((await add({ image_url: large })).body['code']).toBe('image_refused')
    const elsewhere = await admin.post('/api/admin/krypto-credits', { note: 'x'.repeat(300_000) })
    expect(elsewhere.status).toBe(413)
  })

  async function player(): Promise<Visitor> {
    const visitor = shop.visitor()
    await signIn(visitor, 'plain')
    return visitor
  }

  it('adds one item for a key, however often it is repeated', async () => {
    const key = randomUUID()
    const before = await countItems()
    const answers = await Promise.all([add({}, key), add({}, key), add({}, key)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect((await add({}, key)).body).toEqual(answers[0]?.body)
    const other = await add({ price: 251 }, key)
    expect([other.status, other.body['code']]).toEqual([422, 'idempotency_key_reused'])
    expect(await countItems()).toBe(before + 1)
    expect(await readAudit(shop, `shop_item:${idOf(answers[0] ?? other)}`)).toHaveLength(1)
  })

  it('changes the given fields, and logs their old values', async () => {
    const added = await add({ name: 'Old', price: 10 })
    const id = idOf(added)
    const before = { name: 'Old', price: 10, image_url: added.body['image_url'], ...unlimited }
    const renamed = await admin.patch(`${items}/${id}`, {
      name: 'New',
      image_url: before.image_url,
    })
    expect(renamed).toMatchObject({ status: 200, body: { ...before, id, name: 'New' } })
    const image_url = asDataUrl(await picture('png', '#aa0000'))
    const repainted = await admin.patch(`${items}/${id}`, { price: '20', image_url })
    expect(repainted.body['image_url']).not.toBe(before.image_url)
    expect(repainted.body).toMatchObject({ ...(await sees(id)) })
    expect((await admin.patch(`${items}/${id}`, { price: 20 })).status).toBe(200)
    const renamedItem = { ...before, name: 'New' }
    const audit = await readAudit(shop, `shop_item:${id}`)
    expect(audit.slice(1).map((entry) => [entry.before, entry.after])).toEqual([
      [before, renamedItem],
      [renamedItem, { ...renamedItem, price: 20, image_url: repainted.body['image_url'] }],
    ])
    expect(JSON.stringify(audit)).not.toContain('base64')
  })

  it.each([
    [{ price: 0 }, 'validation_failed'],
    [{ name: '' }, 'validation_failed'],
    [{ stock: -1 }, 'validation_failed'],
    [{ stock: 1.5 }, 'validation_failed'],
    [{ hidden: 'perhaps' }, 'validation_failed'],
    [{ position: 0 }, 'validation_failed'],
    [{ image_url: 'javascript:alert(1)' }, 'validation_failed'],
    [{ image_url: asDataUrl(Buffer.from('<svg/>'), 'image/svg+xml') }, 'image_refused'],
  ])('leaves an item as it is that cannot be changed to %j', async (change, code) => {
    const added = await add()
    const answer = await admin.patch(`${items}/${idOf(added)}`, change)
    expect([answer.status, answer.body['code']]).toEqual([422, code])
    expect(added.body).toMatchObject({ ...(await sees(idOf(added))) })
  })

  it('swaps the pictures of two items at once, as two admins may', async () => {
    const pictures = [await picture('png', '#00aa00'), await picture('png', '#0000aa')]
    const addresses = pictures.map((bytes) => asDataUrl(bytes))
    const ids = await Promise.all(
      addresses.map(async (image_url) => idOf(await add({ image_url }))),
    )
    for (let round = 1; round <= 3; round += 1) {
      const answers = await Promise.all(
        ids.map((id, index) =>
          admin.patch(`${items}/${id}`, { image_url: addresses[(index + round) % 2] }),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
    }
  })

  it('deletes an item and leaves its picture', async () => {
    const added = await add()
    const id = idOf(added)
    expect((await admin.delete(`${items}/${id}`)).status).toBe(204)
    expect(await sees(id)).toBeUndefined()
    expect((await fetch(shop.origin + String(added.body['image_url']))).status).toBe(200)
    const audit = await readAudit(shop, `shop_item:${id}`)
    expect(audit[1]).toMatchObject({ action: 'shop_item_deleted', after: null })
    for (const unknown of [id, randomUUID(), 'none']) {
      const answers = [
        await admin.delete(`${items}/${unknown}`),
        await admin.patch(`${items}/${unknown}`, { price: 1 }),
      ]
      for (const { status, body } of answers) {
        expect([status, body['code']]).toEqual([404, 'item_not_found'])
      }
    }
  })

  it('lets two admins change and delete at once, one after the other', async () => {
    const owner = await adminByDiscord(shop)
    const id = idOf(await add({ price: 1 }))
    const prices = Array.from({ length: 10 }, (_price, index) => index + 2)
    const changed = await Promise.all(
      prices.map((price) => (price % 2 ? owner : admin).patch(`${items}/${id}`, { price })),
    )
    expect(new Set(changed.map(({ status }) => status))).toEqual(new Set([200]))
    const audit = await readAudit(shop, `shop_item:${id}`)
    const chain = audit.slice(1)
    expect(chain).toHaveLength(prices.length)
    for (const [index, entry] of chain.entries()) expect(entry.before).toEqual(audit[index]?.after)
    expect((await sees(id))?.price).toBe(Reflect.get(Object(chain.at(-1)?.after), 'price'))

    const ends = await Promise.all([
      owner.delete(`${items}/${id}`),
      admin.delete(`${items}/${id}`),
      admin.patch(`${items}/${id}`, { price: 500 }),
    ])
    expect(ends.filter(({ status }) => status === 204)).toHaveLength(1)
    const deletions = (await readAudit(shop, `shop_item:${id}`)).filter(
      ({ action }) => action === 'shop_item_deleted',
    )
    expect(deletions).toHaveLength(1)
    expect(await sees(id)).toBeUndefined()
  })
})
