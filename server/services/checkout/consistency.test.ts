import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { describeOnBothDatabases, describeOnDatabase } from '../../../test/database.ts'
import {
  approvedOrder,
  cartItem,
  checkoutBody,
  openOrder,
  readRecords,
} from '../../../test/factories/checkout.ts'
import { openShop, type TestShop } from '../../../test/shop.ts'
import type { Visitor } from '../../../test/visitor.ts'
import { reconcileOrders } from './reconcile.ts'

const hour = 60 * 60 * 1000

/** What can happen to one cart item, in any order and however little sense it makes. */
const step = fc.constantFrom(
  'open',
  'open with another Steam ID',
  'start',
  'pay',
  'decline',
  'hold',
  'collect',
  'refund',
  'reconcile',
  'wait four hours',
)
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never

/** A buyer with one cart item, who remembers all orders that he was ever given. */
class Wanderer {
  readonly paypalOrders = new Set<string>()
  readonly orders = new Set<string>()
  readonly #shop: TestShop
  readonly #buyer: Visitor
  readonly #item = cartItem()
  #orderId: string | undefined
  #paypalOrderId: string | undefined

  constructor(shop: TestShop) {
    this.#shop = shop
    this.#buyer = shop.visitor()
  }

  async take(next: Step): Promise<void> {
    if (next === 'open') await this.#open('76561198006409530')
    else if (next === 'open with another Steam ID') await this.#open('76561198006409531')
    else if (next === 'start') await this.#start()
    else if (next === 'pay' || next === 'decline' || next === 'hold') await this.#decide(next)
    else if (next === 'collect') await this.#collect()
    else if (next === 'refund') await this.#refund()
    else await this.#letTimePass(next)
  }

  async #open(steamId: string): Promise<void> {
    this.#orderId = await openOrder(this.#buyer, checkoutBody({ items: [this.#item], steamId }))
    this.orders.add(this.#orderId)
  }

  async #start(): Promise<void> {
    const { body } = await this.#buyer.post(`/api/orders/${this.#orderId}/paypal-order`, {})
    if (typeof body['paypalOrderId'] !== 'string') return
    this.#paypalOrderId = body['paypalOrderId']
    this.paypalOrders.add(this.#paypalOrderId)
  }

  // PayPal's window may be answered late, twice or for an order that is gone; it says so then.
  async #decide(outcome: 'pay' | 'decline' | 'hold'): Promise<void> {
    if (!this.#paypalOrderId) return
    await this.#shop.sandbox.decide(this.#paypalOrderId, outcome).catch(() => undefined)
  }

  async #collect(): Promise<void> {
    const answer = await this.#buyer.post(`/api/orders/${this.#orderId}/capture`, {})
    expect(answer.status).toBeLessThan(500)
  }

  async #refund(): Promise<void> {
    if (!this.#paypalOrderId) return
    await this.#shop.sandbox.refund(this.#paypalOrderId).catch(() => undefined)
  }

  async #letTimePass(next: 'reconcile' | 'wait four hours'): Promise<void> {
    if (next === 'wait four hours') this.#shop.advanceClock(4 * hour)
    await reconcileOrders(this.#shop.services)
  }
}

describeOnBothDatabases(
  'any sequence of a buyer, PayPal and the clock',
  (_open, createDatabase) => {
    let shop: TestShop
    beforeAll(async () => {
      shop = await openShop(await createDatabase())
    })

    it('delivers what is paid, once, and nothing else', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
          const wanderer = new Wanderer(shop)
          for (const next of steps) await wanderer.take(next)
          const [firstOrder] = wanderer.orders
          if (firstOrder) await expectConsistent(shop, wanderer)
        }),
        { numRuns: 25 },
      )
    }, 120_000)
  },
)

/** PayPal's own books and ours say the same: what it took stands in `payments`, and is delivered once. */
async function expectConsistent(shop: TestShop, wanderer: Wanderer): Promise<void> {
  const records = await Promise.all([...wanderer.orders].map((id) => readRecords(shop, id)))
  for (const { order, payments, purchases } of records) {
    expect(purchases.length).toBeLessThanOrEqual(1)
    expect(payments.length).toBeLessThanOrEqual(1)
    if (order.status === 'settled') expect([payments.length, purchases.length]).toEqual([1, 1])
    if (purchases.length === 1) expect(order.settled_at).not.toBeNull()
  }
  for (const paypalOrderId of wanderer.paypalOrders) {
    const truth = await shop.services.payments.collect(paypalOrderId, { mayCapture: false })
    if (truth.outcome !== 'payment') continue
    const { reference, status, amountCents } = truth.payment
    const known = await shop.services.database.db
      .selectFrom('payments')
      .leftJoin('purchases', 'purchases.order_id', 'payments.order_id')
      .select(['payments.amount_cents', 'purchases.price_cents'])
      .where('payments.reference', '=', reference)
      .execute()
    expect(known.map((row) => row.amount_cents)).toEqual([amountCents])
    if (status === 'completed') expect(known).toEqual([{ amount_cents: 2500, price_cents: 2500 }])
  }
}

describeOnDatabase('postgres', 'everyone at once', (_open, createDatabase) => {
  it('settles each of 20 orders once while pages, webhooks and the job race', async () => {
    const shop = await openShop(await createDatabase())
    for (const eventType of ['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED']) {
      await shop.sandbox.fail({ provider: 'paypal', kind: 'webhook-twice', times: 20, eventType })
    }
    const orders = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const buyer = shop.visitor()
        const { orderId } = await approvedOrder(shop, buyer)
        return { buyer, orderId }
      }),
    )
    shop.advanceClock(5 * 60_000)
    await Promise.all([
      ...orders.flatMap(({ buyer, orderId }) =>
        [1, 2, 3].map(() => buyer.post(`/api/orders/${orderId}/capture`, {})),
      ),
      ...[1, 2, 3].map(() => reconcileOrders(shop.services)),
    ])
    for (const { orderId } of orders) {
      const { order, payments, purchases } = await readRecords(shop, orderId)
      expect([order.status, payments.length, purchases.length]).toEqual(['settled', 1, 1])
    }
  }, 60_000)
})
