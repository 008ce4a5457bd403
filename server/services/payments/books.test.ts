import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { readBooks } from '#contract/books.ts'
import { monthAt } from '#domain/time-zone.ts'
import { describeOnDatabase } from '#test/database.ts'
import { readBothBooks } from '#test/both-books.ts'
import { adminByCode } from '#test/factories/admin.ts'
import { approvedOrder, cartItem, checkoutBody } from '#test/factories/checkout.ts'
import { loseStripeEvents, newSteamId, openPack, readPack } from '#test/factories/packs.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'
import { reconcileOrders } from './order-payable.ts'
import { reconcilePacks } from './pack-payable.ts'
import { syncPack } from './pack-payments.ts'
import { reconcileDisputes } from './reconcile-disputes.ts'

const code = 'SOKOL10'
const day = 24 * 60 * 60_000
const countries = ['FR', 'BE', 'RU'] as const
// Amounts of refunds and of disputes differ: PayPal may list one as the other.
const steps = [
  'refund a part',
  'refund all',
  'dispute all',
  'dispute a part',
  'win',
  'lose',
  'lose as a refund',
  'lose a part',
  'look again',
] as const
type Step = (typeof steps)[number]
const history = fc.record({
  provider: fc.constantFrom('paypal', 'stripe'),
  country: fc.constantFrom(...countries),
  /** Of orders; packs are in a sale. */
  hasCode: fc.boolean(),
  steps: fc.array(fc.constantFrom(...steps), { minLength: 1, maxLength: 8, size: 'max' }),
})
type History = typeof history extends fc.Arbitrary<infer Each> ? Each : never
const oneOfEach: History[] = [
  { provider: 'paypal', country: 'FR', hasCode: true, steps: ['refund a part'] },
  { provider: 'paypal', country: 'BE', hasCode: false, steps: ['dispute all', 'win'] },
  { provider: 'stripe', country: 'RU', hasCode: false, steps: ['dispute all', 'lose'] },
]
/** One payment whose money PayPal takes twice, by a dispute that it also lists as a refund. */
const listedAsRefund: History = {
  provider: 'paypal',
  country: 'FR',
  hasCode: false,
  steps: ['refund a part', 'dispute a part', 'lose as a refund', 'look again'],
}
const reopened: History = {
  provider: 'paypal',
  country: 'FR',
  hasCode: false,
  steps: ['dispute all', 'lose', 'look again', 'dispute all', 'win', 'look again'],
}

describeOnDatabase('the books', (_open, createTestDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
    await shop.stopJobs()
    await loseStripeEvents(shop)
    const lost = { provider: 'paypal', kind: 'webhook-lost', times: 1_000_000 }
    await shop.sandbox.fail(lost)
    await shop.sandbox.fail({ ...lost, eventType: 'CHECKOUT.ORDER.APPROVED' })
    const owner = await adminByCode(shop)
    const terms = { kind: 'percent', value: 20, startsAt: shop.services.clock().toISOString() }
    await owner.post('/api/admin/offers', { ...terms, code })
    await owner.post('/api/admin/offers', { ...terms, products: ['packs'], note: '=packs' })
  })

  it('add up to the cent with those of both providers, whatever became of the payments', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(history, { minLength: 2, maxLength: 4 }), async (histories) => {
        shop.beginWindow(60)
        for (const one of histories) await play(one)
        await lookAgain()
        const { ours, theirs } = await readBothBooks(shop)
        expect(ours).toEqual(theirs)
      }),
      { numRuns: 8, endOnFailure: true, examples: [[oneOfEach], [[listedAsRefund, reopened]]] },
    )
    const { total, products, countries: byCountry, offers, rows, rowCount } = await readMonth()
    expect(rows).toHaveLength(rowCount)
    const theirs = await shop.sandbox.readMovements()
    for (const { currency, netCents, feeCents } of total) {
      const own = theirs.filter((one) => one.settledCurrency === currency)
      expect(netCents).toBe(own.reduce((sum, one) => sum + one.netCents, 0))
      expect(feeCents).toBe(own.reduce((sum, one) => sum + one.feeCents, 0))
    }
    for (const parts of [products, byCountry, offers]) {
      const net = parts.flatMap(({ figures }) => figures).map((one) => one.netCents)
      expect(net.reduce((sum, one) => sum + one, 0)).toBe(
        total.reduce((sum, one) => sum + one.netCents, 0),
      )
    }
    expect(byCountry.map(({ country }) => country)).toEqual(['BE', 'FR', 'RU'])
    // Every pack is in the sale.
    expect(offers.map(({ offer }) => offer?.code ?? offer?.note)).toEqual([
      '=packs',
      code,
      undefined,
    ])
  })

  async function play({ provider, country, hasCode, steps: all }: History): Promise<void> {
    const reference =
      provider === 'paypal' ? await paidOrder(country, hasCode) : await paidPack(country)
    for (const step of all) await take(provider, reference, step)
  }

  /** A step that is impossible now, such as a win without a dispute, is left out. */
  async function take(provider: 'paypal' | 'stripe', reference: string, step: Step) {
    if (step === 'look again') return lookAgain()
    const { sandbox } = shop
    const money = { provider, reference }
    const bodies: Readonly<Record<Exclude<Step, 'look again'>, readonly [string, object]>> = {
      'refund a part': ['refund', { amountCents: 100 }],
      'refund all': ['refund', {}],
      'dispute all': ['dispute', { outcome: 'open' }],
      'dispute a part': ['dispute', { outcome: 'open', amountCents: 203 }],
      win: ['dispute', { outcome: 'won' }],
      lose: ['dispute', { outcome: 'lost' }],
      'lose as a refund': ['dispute', { outcome: 'lost', takenAsRefund: provider === 'paypal' }],
      'lose a part': ['dispute', { outcome: 'lost', amountCents: 51 }],
    }
    const [call, body] = bodies[step]
    const sent = provider === 'stripe' ? without(body, 'takenAsRefund') : body
    await fetch(`${sandbox.origin}/_sandbox/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...money, ...sent }),
    })
  }

  function without(body: object, name: string): object {
    return Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))
  }

  async function paidOrder(country: string, hasCode: boolean): Promise<string> {
    const buyer = shop.visitor()
    const steamId = newSteamId()
    const reduced = { steamId, code, items: [cartItem({ price: 20 })], totalPrice: '20.00' }
    const { orderId, paypalOrderId } = await approvedOrder(
      shop,
      buyer,
      checkoutBody(hasCode ? reduced : { steamId }),
    )
    await shop.sandbox.decide(paypalOrderId, 'pay', { country })
    expect((await buyer.post(`/api/orders/${orderId}/capture`, {})).status).toBe(200)
    return paypalOrderId
  }

  async function paidPack(country = 'FR'): Promise<string> {
    const pack = await openPack(shop)
    await shop.sandbox.stripe.decide(pack.sessionId, 'pay', country)
    await syncPack(shop.services, pack.orderId)
    return pack.sessionId
  }

  /** All that is paid, as the job that lost webhooks leave it to. */
  async function lookAgain(): Promise<void> {
    const { db } = shop.services.database
    for (const table of ['orders', 'krypto_orders'] as const) {
      const due = { next_check_at: shop.services.clock() }
      await db.updateTable(table).set(due).where('paid_at', 'is not', null).execute()
    }
    await reconcileOrders(shop.services)
    await reconcilePacks(shop.services)
    await reconcileDisputes(shop.services)
  }

  /** That of the providers, whose clock ours runs ahead of. */
  function paidMonth(): string {
    const { timeZone } = shop.services.site.current().server.restarts
    return monthAt(timeZone, new Date())
  }

  async function readMonth() {
    const admin = await adminByCode(shop)
    const { body } = await admin.get(`/api/admin/books?month=${paidMonth()}`)
    return readBooks.answer.parse(body)
  }

  /** With the mark that `text()` would leave out. */
  async function download({ cookies }: Visitor, month = paidMonth()) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(`${shop.origin}/api/admin/books.csv?month=${month}`, {
      headers: { cookie },
    })
    return {
      disposition: response.headers.get('content-disposition'),
      text: Buffer.from(await response.arrayBuffer()).toString('utf8'),
    }
  }

  describe('as a file', () => {
    it('have every movement, in a form that spreadsheets read, and no formula', async () => {
      const { db } = shop.services.database
      const name = '=HYPERLINK("http://bad.example","a, b")'
      await db.updateTable('orders').set({ item_name: name }).execute()
      const admin = await adminByCode(shop)
      const file = await download(admin)
      const [head = [], ...lines] = readCsv(file.text)
      const { total, rowCount } = await readMonth()
      expect(file.disposition).toMatch(/^attachment; filename="books-\d{4}-\d\d\.csv"$/)
      expect(head[0]).toBe('\uFEFFdate')
      expect(lines).toHaveLength(rowCount)
      expect(new Set(lines.map((line) => line.length))).toEqual(new Set([head.length]))
      expect(lines.flat().filter((cell) => /^[=+@\t\r]|^-(?!\d+\.\d\d$)/.test(cell))).toEqual([])
      expect(lines.map((line) => line[3])).toContain(`'${name}`)
      expect(new Set(lines.map((line) => line[10]))).toEqual(new Set(["'=packs", code, '']))
      for (const { currency, netCents, feeCents } of total) {
        const sumOf = (column: string) => {
          const index = head.indexOf(`${column}_${currency}`)
          return Math.round(lines.reduce((sum, line) => sum + Number(line[index]), 0) * 100)
        }
        expect([sumOf('settled_net'), sumOf('fee')]).toEqual([netCents, feeCents])
      }
    })

    it('are read part by part', async () => {
      const { db } = shop.services.database
      const [one] = await db.selectFrom('money_movements').selectAll().limit(1).execute()
      if (!one) throw new Error('no movement')
      const moment = new Date(shop.services.clock().getTime() - 400 * day)
      const many = Array.from({ length: 2500 }, (_, index) => ({
        ...one,
        reference: `many ${index}`,
        moved_at: moment,
      }))
      for (let at = 0; at < many.length; at += 500) {
        await db
          .insertInto('money_movements')
          .values(many.slice(at, at + 500))
          .execute()
      }
      const admin = await adminByCode(shop)
      const month = moment.toISOString().slice(0, 7)
      const lines = readCsv((await download(admin, month)).text)
      expect(new Set(lines.map((line) => line[7])).size).toBe(2501)
      expect(await readMonth()).toMatchObject({ firstMonth: month })
      await db.deleteFrom('money_movements').where('reference', 'like', 'many %').execute()
    })
  })

  it('leave out test payments and what went to somebody else’s account', async () => {
    const { db } = shop.services.database
    const sales = async () => (await readMonth()).total.map(({ count }) => count)
    await db.updateTable('payments').set({ unmatched_reason: 'payee_mismatch' }).execute()
    await db.updateTable('krypto_orders').set({ provider_mode: 'live' }).execute()
    expect(await sales()).toEqual([])
    await db.updateTable('payments').set({ unmatched_reason: null }).execute()
    await db.updateTable('krypto_orders').set({ provider_mode: 'test' }).execute()
  })

  it('credit what has no fee yet, say so, and ask again within the hour', async () => {
    const pack = await openPack(shop)
    await shop.sandbox.stripe.decide(pack.sessionId, 'pay')
    await shop.sandbox.fail({ provider: 'stripe', kind: '500', times: 3, path: '/v1/charges' })
    await syncPack(shop.services, pack.orderId)
    expect((await readPack(shop, pack.orderId)).order.status).toBe('paid')
    expect(await readMonth()).toMatchObject({ withoutFee: 1 })
    const { next_check_at: next } = (await readPack(shop, pack.orderId)).order
    expect((next?.getTime() ?? 0) - shop.services.clock().getTime()).toBeLessThan(day / 23)
    shop.advanceClock(day / 24 + 1000)
    await reconcilePacks(shop.services)
    expect(await readMonth()).toMatchObject({ withoutFee: 0 })
  })
})

/** RFC 4180. */
function readCsv(text: string): string[][] {
  const cells = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n)/gy
  const lines: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(cells)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') lines.push([])
  }
  return lines.slice(0, -1)
}
