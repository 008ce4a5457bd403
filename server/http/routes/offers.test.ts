import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { addOffer, listOffers, type OfferView } from '#contract/offers.ts'
import { cents } from '#domain/money.ts'
import { reducedCents } from '#domain/offers.ts'
import { reconcileOrders } from '#server/services/payments/order-payable.ts'
import { describeOnEachDatabase } from '#test/database.ts'
import { adminByCode } from '#test/factories/admin.ts'
import { cartItem, checkoutBody, openOrder, readRecords } from '#test/factories/checkout.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import { openPack, openPackCheckout, packBody } from '#test/factories/packs.ts'
import { paidOrder } from '#test/factories/paid-order.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { Answer, Visitor } from '#test/visitor.ts'

const opening = '/functions/v1/discord-purchase-notification'
const hour = 60 * 60_000
const outcome = ({ status, body }: Answer) => [status, body['code']]

/** Three months of priority queue, which cost 25 €, at another price. */
function orderAt(price: number, changes: Readonly<Record<string, unknown>> = {}) {
  const items = [cartItem({ price })]
  return checkoutBody({ items, totalPrice: price, steamId: newSteamId(), ...changes })
}

const reskin = { name: 'Top Reskin Basic', type: 'Reskin', duration: undefined }
const sold = [
  { key: 'priority-queue/3', listCents: cents(2500), item: cartItem() },
  { key: 'reskin-top/basic', listCents: cents(1500), item: cartItem(reskin) },
]
const siteSales = z.object({ sales: z.record(z.string(), z.object({ priceCents: z.int() })) })
const products = fc.constantFrom(null, ['priority-queue'], ['reskin-top'])
const upTo = <Kind extends 'percent' | 'amount'>(kind: Kind, max: number) =>
  fc.record({ kind: fc.constant(kind), value: fc.integer({ min: 1, max }), products })
const anyTerms = fc.oneof(upTo('percent', 90), upTo('amount', 2600))
const anySale = fc.record({
  terms: anyTerms,
  state: fc.constantFrom('running', 'coming', 'stopped'),
})

describeOnEachDatabase('offers', (_, createTestDatabase) => {
  let shop: TestShop
  let owner: Visitor
  let networks = 0
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase(), { TRUSTED_PROXIES: '127.0.0.1' })
    owner = await adminByCode(shop)
  })
  // Sales of one test would be those of the next.
  beforeEach(async () => {
    for (const { id, code } of await list()) {
      if (code === null) await owner.delete(`/api/admin/offers/${id}`)
    }
  })

  const list = async () =>
    listOffers.answer.parse((await owner.get('/api/admin/offers')).body).offers
  const read = async (id: string) => (await list()).find((one) => one.id === id)
  const terms = (changes: Readonly<Record<string, unknown>>) => ({
    kind: 'percent',
    value: 20,
    startsAt: shop.services.clock().toISOString(),
    ...changes,
  })
  async function add(changes: Readonly<Record<string, unknown>> = {}): Promise<OfferView> {
    const answer = await owner.post('/api/admin/offers', terms(changes))
    const added = addOffer.answer.parse(answer.body)
    const [offer] = 'offers' in added ? added.offers : [added]
    if (!offer) throw new Error('no offer was added')
    return offer
  }
  const newCode = () => `C${randomUUID().slice(0, 8)}`.toUpperCase()
  /** By a new buyer from a network of their own. */
  const open = (body: unknown) =>
    shop.visitor().post(opening, body, { 'x-forwarded-for': `198.51.100.${(networks += 1)}` })

  // First, because every sale is a lower price of this month.
  it('show everybody what runs, with the lowest price of the month before', async () => {
    const site = async () => (await shop.visitor().get('/api/site')).body
    const endsAt = new Date(shop.services.clock().getTime() + hour).toISOString()
    await add({ products: ['priority-queue', 'packs'], endsAt })
    const tomorrow = new Date(shop.services.clock().getTime() + 24 * hour).toISOString()
    await add({ value: 90, startsAt: tomorrow })
    await expect.poll(site).toMatchObject({
      sales: {
        'priority-queue/3': { priceCents: 2000, struckCents: 2500, endsAt },
        'packs/price_kr_10000': { priceCents: 7999, struckCents: 9999, endsAt },
      },
    })
    expect(Object.keys(Object(await site())['sales'])).not.toContain('reskin-top/basic')
    // Tomorrow's is nobody's business yet: pages ask again soon.
    const soon = shop.services.clock().getTime() + hour / 12
    expect(Date.parse(String((await site())['changesAt']))).toBeLessThanOrEqual(soon)
  })

  it('end on time though nobody can read them', async () => {
    const sales = async () => (await shop.visitor().get('/api/site')).body['sales']
    const endsAt = new Date(shop.services.clock().getTime() + hour).toISOString()
    await add({ endsAt })
    await expect.poll(sales).toHaveProperty(['priority-queue/3'])
    const { db } = shop.services.database
    await sql`alter table offers rename to offers_away`.execute(db)
    try {
      shop.advanceClock(2 * hour)
      await expect.poll(sales).toEqual({})
    } finally {
      await sql`alter table offers_away rename to offers`.execute(db)
    }
  })

  it('sell an item at the sale’s price, which the order keeps', async () => {
    const sale = await add()
    expect(outcome(await open(orderAt(25)))).toEqual([409, 'price_changed'])
    const visitor = shop.visitor()
    const body = orderAt(20)
    const orderId = await openOrder(visitor, body)
    await owner.delete(`/api/admin/offers/${sale.id}`)
    expect(outcome(await open(orderAt(20)))).toEqual([409, 'price_changed'])
    // It is open, and the buyer presses again.
    expect(await openOrder(visitor, body)).toBe(orderId)
    const { order } = await readRecords(shop, orderId)
    expect(order).toMatchObject({ price_cents: 2000, list_price_cents: 2500, offer_id: sale.id })
  })

  it('that are over hold for the open order alone, not for one that replaces it', async () => {
    const sale = await add()
    const { id, code } = await add({ code: newCode(), value: 40 })
    const visitor = shop.visitor()
    const [inSale, byCode] = [orderAt(20), orderAt(15, { code })]
    const opened = [await openOrder(visitor, inSale), await openOrder(visitor, byCode)]
    for (const over of [sale.id, id]) await owner.delete(`/api/admin/offers/${over}`)
    const renamed = { discordUsername: 'other' }
    const replace = (body: object) => visitor.post(opening, { ...body, ...renamed })
    expect(outcome(await replace(inSale))).toEqual([409, 'price_changed'])
    expect(outcome(await replace(byCode))).toEqual([410, 'code_over'])
    const again = [await openOrder(visitor, inSale), await openOrder(visitor, byCode)]
    expect(again).toEqual(opened)
  })

  it('do not count what a cart’s own open order holds as used up for it', async () => {
    const code = newCode()
    await add({ code, limit: 1 })
    const visitor = shop.visitor()
    const items = [cartItem({ price: 20 })]
    await openOrder(visitor, orderAt(20, { code, items }))
    const check = (by: Visitor) => by.post('/api/codes/check', { code, items })
    expect((await check(visitor)).body).toMatchObject({ items: [{ priceCents: 2000 }] })
    expect(outcome(await check(shop.visitor()))).toEqual([409, 'code_used_up'])
  })

  it('make no more of a cart cheaper than a code has uses left', async () => {
    const cart = [cartItem(), cartItem(), cartItem()]
    const check = async (limits: object) => {
      const { code } = await add({ code: newCode(), ...limits })
      const { body } = await shop.visitor().post('/api/codes/check', { code, items: cart })
      return [body['left'], body['items']]
    }
    const at = (...prices: number[]) =>
      prices.map((priceCents) => expect.objectContaining({ priceCents }))
    expect(await check({ perPlayer: 1 })).toEqual([1, at(2000, 2500, 2500)])
    expect(await check({ limit: 2, perPlayer: 3 })).toEqual([2, at(2000, 2000, 2500)])
    expect(await check({})).toEqual([null, at(2000, 2000, 2000)])
  })

  it('cost the same on the page, in the cart and in the order, whatever runs', async () => {
    const onPage = async (key: string) =>
      siteSales.parse((await shop.visitor().get('/api/site')).body).sales[key]?.priceCents
    const ask = (item: object, priceCents: number, code?: string | null) => {
      const price = priceCents / 100
      const items = [{ ...item, id: randomUUID(), price }]
      return open(orderAt(price, { items, ...(code && { code }) }))
    }
    const later = new Date(shop.services.clock().getTime() + hour).toISOString()
    await fc.assert(
      fc.asyncProperty(fc.array(anySale, { maxLength: 4 }), anyTerms, async (sales, byCode) => {
        const ids = []
        for (const { state, terms: each } of sales) {
          const { id } = await add({ ...each, ...(state === 'coming' && { startsAt: later }) })
          if (state === 'stopped') await owner.delete(`/api/admin/offers/${id}`)
          else ids.push(id)
        }
        const running = sales.filter(({ state }) => state === 'running')
        const { code } = await add({ ...byCode, code: newCode() })
        for (const { key, listCents, item } of sold) {
          const reduced = running.map((one) => reducedCents(key, listCents, one.terms))
          const inSale = Math.min(listCents, ...reduced)
          const inCart = Math.min(inSale, reducedCents(key, listCents, byCode))
          await expect.poll(() => onPage(key)).toBe(inSale < listCents ? inSale : undefined)
          const checked = await shop.visitor().post('/api/codes/check', { code, items: [item] })
          expect(checked.body['items']).toMatchObject([{ priceCents: inCart }])
          expect((await ask(item, inSale)).status).toBe(200)
          for (const other of [inCart - 1, inCart + 1]) {
            expect(outcome(await ask(item, other, code))).toEqual([409, 'price_changed'])
          }
          const { orderId } = (await ask(item, inCart, code)).body
          expect((await readRecords(shop, String(orderId))).order.price_cents).toBe(inCart)
        }
        for (const id of ids) await owner.delete(`/api/admin/offers/${id}`)
      }),
      { numRuns: 6, endOnFailure: true },
    )
  })

  it('sell packs in a sale that names them', async () => {
    const sale = await add({ products: ['packs'] })
    const { orderId } = await openPack(shop)
    const order = await shop.services.database.db
      .selectFrom('krypto_orders')
      .selectAll()
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    expect(order).toMatchObject({ price_cents: 799, list_price_cents: 999, offer_id: sale.id })
    await shop.services.database.db
      .updateTable('krypto_orders')
      .set({ status: 'disputed', paid_at: shop.services.clock(), disputed_cents: 799 })
      .where('id', '=', orderId)
      .execute()
    // That dispute is not lost.
    expect(await read(sale.id)).toMatchObject({ incomeUsdCents: 799 })
  })

  it('sell no pack at a price that its buyer has not seen', async () => {
    const sale = await add({ products: ['packs'] })
    const press = () => openPackCheckout(shop.visitor(), packBody({ priceCents: 799 }))
    expect((await press()).status).toBe(200)
    await owner.delete(`/api/admin/offers/${sale.id}`)
    const refused = await press()
    expect(refused).toMatchObject({ status: 409, body: { currentPriceCents: 999 } })
  })

  it('count the lowest price: a code in a sale is used only where it is lower', async () => {
    const code = newCode()
    const { id } = await add({ code, value: 20, products: ['priority-queue'] })
    await add({ value: 40 })
    const items = [cartItem()]
    const checked = await shop.visitor().post('/api/codes/check', { code, items })
    expect(checked.body['items']).toMatchObject([{ priceCents: 1500, listPriceCents: 2500 }])
    await openOrder(shop.visitor(), orderAt(15, { code }))
    expect(await read(id)).toMatchObject({ held: 0 })
  })

  it('know a code however it is typed', async () => {
    const code = newCode()
    const { id } = await add({ code })
    const typed = `${code.slice(0, 4).toLowerCase()} - ${code.slice(4)}`
    await openOrder(shop.visitor(), orderAt(20, { code: typed }))
    expect(await read(id)).toMatchObject({ code, held: 1, uses: 0, incomeCents: 0 })
  })

  it('are used up at exactly their limit by 64 buyers at once', async () => {
    const { id, code } = await add({ code: newCode(), limit: 5 })
    const answers = await Promise.all(Array.from({ length: 64 }, () => open(orderAt(20, { code }))))
    const opened = answers.filter(({ status }) => status === 200)
    expect(opened).toHaveLength(5)
    expect(new Set(answers.filter(({ status }) => status !== 200).flatMap(outcome))).toEqual(
      new Set([409, 'code_used_up']),
    )
    expect(await read(id)).toMatchObject({ held: 5 })
    const below = await owner.patch(`/api/admin/offers/${id}`, { limit: 4 })
    expect([below.status, below.body['errors']]).toMatchObject([
      422,
      [{ path: 'limit', code: 'below_used' }],
    ])
  })

  it('free a use when its order expires, and hold it again when it is opened again', async () => {
    const { id, code } = await add({ code: newCode(), limit: 1 })
    const visitor = shop.visitor()
    const body = orderAt(20, { code })
    const orderId = await openOrder(visitor, body)
    expect(outcome(await open(orderAt(20, { code })))).toEqual([409, 'code_used_up'])
    shop.advanceClock(4 * hour)
    await reconcileOrders(shop.services)
    expect(await read(id)).toMatchObject({ held: 0 })
    expect(await openOrder(visitor, body)).toBe(orderId)
    expect(await read(id)).toMatchObject({ held: 1 })
    expect(outcome(await open(orderAt(20, { code })))).toEqual([409, 'code_used_up'])
  })

  it('go with a buyer who changes their mind about the details', async () => {
    const { id, code } = await add({ code: newCode(), limit: 1, perPlayer: 1 })
    const visitor = shop.visitor()
    const body = orderAt(20, { code })
    await openOrder(visitor, body)
    await openOrder(visitor, { ...body, steamId: newSteamId() })
    await openOrder(visitor, { ...body, discordUsername: 'other' })
    expect(await read(id)).toMatchObject({ held: 1 })
  })

  it('count what was paid', async () => {
    const { id, code } = await add({ code: newCode(), perPlayer: 1 })
    const body = orderAt(20, { code })
    await paidOrder(shop, shop.visitor(), body)
    expect(await read(id)).toMatchObject({ uses: 1, held: 0, incomeCents: 2000 })
    const again = orderAt(20, { code, steamId: body.steamId })
    expect(outcome(await open(again))).toEqual([409, 'code_used_up'])
  })

  it('are refused before they begin, when they are over, and as gifts in a cart', async () => {
    const later = new Date(shop.services.clock().getTime() + hour).toISOString()
    const coming = await add({ code: newCode(), startsAt: later })
    const over = await add({ code: newCode() })
    await owner.delete(`/api/admin/offers/${over.id}`)
    const gift = await add({ kind: 'kr', value: 500 })
    const check = ({ code }: OfferView) =>
      shop.visitor().post('/api/codes/check', { code, items: [cartItem()] })
    const answers = [await check(coming), await check(over), await check(gift)]
    expect(answers.map(outcome)).toEqual([
      [404, 'code_unknown'],
      [410, 'code_over'],
      [409, 'code_is_gift'],
    ])
  })

  it('let a network try ten unknown codes a minute, also at once', async () => {
    const check = (code: string | null) =>
      shop
        .visitor()
        .post('/api/codes/check', { code, items: [] }, { 'x-forwarded-for': '192.0.2.7' })
    const { code } = await add({ code: newCode() })
    shop.beginWindow(60)
    for (let tries = 0; tries < 11; tries += 1) expect((await check(code)).status).toBe(200)
    const guesses = Array.from({ length: 40 }, newCode)
    const answers = await Promise.all([...guesses, code].map(check))
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(10)
    // That of the right code, too.
    expect(answers.at(-1)?.status).toBe(429)
  })
})
