import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { addTaskNote } from '#contract/tasks.ts'
import { forgetOldRecords } from '#server/jobs/forget-old-records.ts'
import { describeOnDatabase } from '#test/database.ts'
import { newestEventId, openEventStream, type EventStream } from '#test/event-stream.ts'
import { adminByCode, adminByDiscord, readAudit } from '#test/factories/admin.ts'
import { approvedOrder, openOrder, readRecords, reskinBody } from '#test/factories/checkout.ts'
import { giveKr, insertShopItem, readLedger } from '#test/factories/ledger.ts'
import { asDataUrl, photoWithPlace, picture } from '#test/factories/pictures.ts'
import { insertPurchase } from '#test/factories/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { players, signIn } from '#test/sign-in.ts'
import type { Visitor } from '#test/visitor.ts'

const dayMs = 24 * 60 * 60 * 1000

describeOnDatabase('what the staff hands over once', (_, createTestDatabase) => {
  let shop: TestShop
  let admin: Visitor
  let buyer: Visitor
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase(), { ADMIN_DISCORD_IDS: players.hunter })
    admin = await adminByCode(shop)
    buyer = shop.visitor()
  })

  async function buyReskin() {
    const order = await approvedOrder(shop, buyer, reskinBody())
    await buyer.post(`/api/orders/${order.orderId}/capture`, {})
    return order
  }
  async function buySkin() {
    const steamId = await giveKr(shop.services.database, 1000)
    const item = await insertShopItem(shop.services.database, { name: 'Jade helmet' })
    const newest = await newestEventId(shop.services.database)
    await buyer.post('/functions/v1/process-krypto-skin-purchase', {
      steamId,
      itemName: item.name,
      itemPrice: item.price,
      itemId: item.id,
    })
    // Its own events come a moment after its answer.
    await expect.poll(() => newestEventId(shop.services.database)).toBeGreaterThan(newest)
    const { skins } = await readLedger(shop.services.database, steamId)
    return { steamId, skinId: skins[0]?.id ?? '' }
  }
  const move = (id: string, change: unknown, by = admin) =>
    by.patch(`/api/admin/tasks/${id}`, change)
  const addNote = (id: string, note: unknown, key: string = randomUUID()) =>
    admin.post(`/api/admin/tasks/${id}/notes`, note, { 'idempotency-key': key })
  /**
   * Until a donation. The purchase of a skin is announced some time after it, and events up to
   * `newest` may still have been on their way.
   */
  const namesOn = async (page: EventStream, newest: number) => {
    for (const names: string[] = []; ;) {
      const { id, name, data } = await page.next()
      if (name === 'purchase' && JSON.stringify(data).includes('Priority Queue')) return names
      if (id > newest && name !== 'purchase') names.push(name)
    }
  }
  const readOrder = async (orderId: string) => (await buyer.get(`/api/orders/${orderId}`)).body

  it('is open once a reskin is paid, and its buyer sees each state', async () => {
    const unpaid = await openOrder(buyer, reskinBody())
    expect(await readOrder(unpaid)).toMatchObject({ task: null })
    const { orderId } = await buyReskin()
    expect((await readOrder(orderId))['task']).toEqual({ state: 'open' })
    for (const state of ['in_progress', 'delivered', 'in_progress', 'open', 'delivered'] as const) {
      const { status, body } = await move(orderId, { state })
      expect([status, body['task']]).toEqual([200, { state }])
      const seen = await readOrder(orderId)
      expect(seen).toMatchObject(body)
      expect(seen['deliveredAt'] === null).toBe(state !== 'delivered')
    }
    const audit = await readAudit(shop, `order:${orderId}`)
    expect(audit.map(({ action }) => action)).toEqual([
      'task_changed',
      'delivery_changed',
      'delivery_changed',
      'task_changed',
      'delivery_changed',
    ])
    expect(audit[0]).toMatchObject({ before: { state: 'open' }, after: { state: 'in_progress' } })
  })

  it('follows the mark of delivery, and is open again without it', async () => {
    const { orderId } = await buyReskin()
    const deliver = (delivered: boolean) =>
      admin.patch(`/api/admin/orders/${orderId}`, { delivered })
    await move(orderId, { state: 'in_progress' })
    expect((await deliver(false)).body['task']).toMatchObject({ state: 'in_progress' })
    expect((await deliver(true)).body['task']).toMatchObject({ state: 'delivered' })
    expect((await deliver(false)).body['task']).toMatchObject({ state: 'open' })
  })

  it('moves only from the state that the admin saw', async () => {
    const { orderId } = await buyReskin()
    const other = await adminByDiscord(shop)
    await move(orderId, { state: 'delivered', from: 'open' })
    const late = await move(orderId, { state: 'in_progress', from: 'open' }, other)
    expect([late.status, late.body['code']]).toEqual([409, 'task_changed'])
    const same = await move(orderId, { state: 'delivered', from: 'open' }, other)
    expect(same).toMatchObject({ status: 200, body: { task: { state: 'delivered' } } })
    expect(await readAudit(shop, `order:${orderId}`)).toHaveLength(1)
    const { skinId } = await buySkin()
    const [first, second] = await Promise.all([
      move(skinId, { state: 'in_progress', from: 'open' }),
      move(skinId, { state: 'delivered', from: 'open' }, other),
    ])
    expect(new Set([first.status, second.status])).toEqual(new Set([200, 409]))
  })

  it('has notes and pictures where it is a skin, oldest first', async () => {
    const { steamId, skinId } = await buySkin()
    const first = await addNote(skinId, { text: '  A first look.\r\nTell us.  ' })
    expect(first.status).toBe(201)
    shop.advanceClock(1000)
    const file = asDataUrl(await photoWithPlace())
    const { body } = await addNote(skinId, { text: 'The result', picture: file })
    const { notes } = addTaskNote.answer.parse(body).task
    expect(notes).toEqual([
      {
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        text: 'A first look.\nTell us.',
        pictureUrl: null,
      },
      {
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        text: 'The result',
        pictureUrl: expect.stringMatching(/^\/images\/[\da-f]{64}\.webp$/),
      },
    ])
    const answer = await fetch(shop.origin + notes[1]?.pictureUrl)
    const shown = Buffer.from(await answer.arrayBuffer())
    expect(await sharp(shown).metadata()).toMatchObject({ format: 'webp', width: 240 })
    expect(shown.includes('Deer Isle')).toBe(false)
    const audit = await readAudit(shop, `skin_purchase:${skinId}`)
    const after = { itemName: 'Jade helmet', steamId, noteId: expect.any(Number) }
    expect(audit).toMatchObject([
      { action: 'task_note_added', after },
      { action: 'task_note_added', after },
    ])
  })

  it('reaches the open pages of its buyer with each note and each state', async () => {
    const { orderId } = await buyReskin()
    const { steamId, skinId } = await buySkin()
    const newest = await newestEventId(shop.services.database)
    const page = await openEventStream(shop.origin, newest, steamId, buyer)
    const stranger = await openEventStream(shop.origin, newest, undefined, shop.visitor())
    await move(orderId, { state: 'in_progress' })
    await move(skinId, { state: 'in_progress' })
    await addNote(skinId, { text: 'Come to the trader.' })
    await insertPurchase(shop.services.database)
    const own = ['perks', 'balance', 'balance']
    expect([await namesOn(page, newest), await namesOn(stranger, newest)]).toEqual([own, []])
  })

  it('gets one note for a key, however often it is repeated', async () => {
    const { skinId } = await buySkin()
    const key = randomUUID()
    const note = { text: 'Once', picture: asDataUrl(await picture()) }
    const answers = await Promise.all([1, 2, 3].map(() => addNote(skinId, note, key)))
    for (const { status, body } of answers) {
      expect([status, addTaskNote.answer.parse(body).task.notes.length]).toEqual([201, 1])
    }
    const other = await addNote(skinId, { text: 'Twice' }, key)
    expect([other.status, other.body['code']]).toEqual([422, 'idempotency_key_reused'])
  })

  it('is the same for a skin bought for Kr', async () => {
    const { steamId, skinId } = await buySkin()
    await move(skinId, { state: 'in_progress' })
    await addNote(skinId, { text: 'Come to the trader.' })
    const owner = shop.visitor()
    await signIn(owner, 'plain')
    const { db } = shop.services.database
    const { user_id } = await db
      .selectFrom('accounts')
      .select('user_id')
      .where('account_id', '=', players.plain)
      .executeTakeFirstOrThrow()
    await db.insertInto('steam_claims').values({ steam_id: steamId, user_id }).execute()
    const task = { state: 'in_progress', notes: [{ text: 'Come to the trader.' }] }
    const owned = await owner.get(`/api/skin-purchases/${steamId}`)
    expect(owned.body['skins']).toMatchObject([{ id: skinId, deliveredAt: null, task }])
    const listed = await admin.get(`/api/admin/skin-purchases?search=${steamId}`)
    expect(listed.body['purchases']).toMatchObject([{ id: skinId, task }])
    const delivered = await move(skinId, { state: 'delivered' })
    expect(delivered.body).toMatchObject({ task: { state: 'delivered' } })
    const audit = await readAudit(shop, `skin_purchase:${skinId}`)
    expect(audit.map(({ action }) => action)).toEqual([
      'task_changed',
      'task_note_added',
      'skin_delivery_changed',
    ])
    expect(audit[1]?.after).toMatchObject({ itemName: 'Jade helmet', steamId })
  })

  it('cannot begin once its order is refunded', async () => {
    const { orderId, paypalOrderId } = await buyReskin()
    await move(orderId, { state: 'in_progress' })
    await shop.sandbox.refund(paypalOrderId)
    await expect.poll(async () => (await readRecords(shop, orderId)).order.status).toBe('refunded')
    for (const [state, status] of [
      ['delivered', 409],
      ['open', 200],
      ['in_progress', 409],
    ] as const) {
      expect((await move(orderId, { state })).status).toBe(status)
    }
  })

  it('is nothing that is unpaid, unknown, or a perk', async () => {
    const unpaid = await openOrder(buyer, reskinBody())
    const perk = await approvedOrder(shop, buyer)
    await buyer.post(`/api/orders/${perk.orderId}/capture`, {})
    expect(await readOrder(perk.orderId)).toMatchObject({ status: 'paid', task: null })
    for (const [id, status, code] of [
      [unpaid, 409, 'order_not_paid'],
      [perk.orderId, 404, 'not_found'],
      [randomUUID(), 404, 'not_found'],
      ['none', 404, 'not_found'],
    ] as const) {
      const moved = await move(id, { state: 'in_progress' })
      expect([moved.status, moved.body['code']]).toEqual([status, code])
      const noted = await addNote(id, { text: 'For whom?' })
      expect([noted.status, noted.body['code']]).toEqual([404, 'not_found'])
    }
  })

  it('refuses states and notes that are none, and files that are no picture', async () => {
    const { skinId } = await buySkin()
    for (const [path, answer] of [
      ['state', await move(skinId, { state: 'lost' })],
      ['from', await move(skinId, { state: 'open', from: 'lost' })],
      ['text', await addNote(skinId, { text: ' \n ' })],
      ['text', await addNote(skinId, { text: 'x'.repeat(1001) })],
      ['picture', await addNote(skinId, { text: 'A link', picture: 'https://example.com/a.png' })],
    ] as const) {
      expect(answer).toMatchObject({ status: 422, body: { errors: [{ path }] } })
    }
    const file = asDataUrl(Buffer.from('<svg onload="alert(1)"/>'), 'image/svg+xml')
    const refused = await addNote(skinId, { text: 'A drawing', picture: file })
    expect([refused.status, refused.body['code']]).toEqual([422, 'image_refused'])
    const large = asDataUrl(Buffer.alloc(5_100_000))
    expect((await addNote(skinId, { text: 'Large', picture: large })).body['code']).toBe(
      'image_refused',
    )
    const byStranger = await buyer.post(`/api/admin/tasks/${skinId}/notes`, { text: 'x', large })
    expect([byStranger.status, byStranger.body['code']]).toEqual([403, 'forbidden'])
    const notes = shop.services.database.db.selectFrom('task_notes').select('id')
    expect(await notes.where('skin_purchase_id', '=', skinId).execute()).toEqual([])
  })

  it('keeps the picture of a note as long as the note', async () => {
    // The last test here: a day later the admin's session has ended.
    const { skinId } = await buySkin()
    const file = asDataUrl(await picture('png', '#123456'))
    const { body } = await addNote(skinId, { text: 'The result', picture: file })
    const [note] = addTaskNote.answer.parse(body).task.notes
    const kept = async () =>
      (await shop.services.database.db.selectFrom('images').select('hash').execute()).some(
        ({ hash }) => `/images/${hash}.webp` === note?.pictureUrl,
      )
    shop.advanceClock(dayMs + 60_000)
    await forgetOldRecords(shop.services)
    expect(await kept()).toBe(true)
    await shop.services.database.db.deleteFrom('task_notes').execute()
    await forgetOldRecords(shop.services)
    expect(await kept()).toBe(false)
  })
})
