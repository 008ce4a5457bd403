import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { catalogue } from '#test/factories/site.ts'
import type { Offer } from '#domain/catalogue.ts'
import { newCartItem } from '#domain/cart.ts'
import { findDifferences } from '#test/audit.ts'
import { describeOnDatabase } from '#test/database.ts'
import { checkoutBody, openOrder } from '#test/factories/checkout.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'
import { reconcileDisputes } from './reconcile-disputes.ts'
import { reconcileOrders } from './order-payable.ts'

const hour = 60 * 60 * 1000

const buyerSteps = [
  'add',
  'next item',
  'edit Steam ID',
  'edit color',
  'edit duration',
  'remove',
  'open',
  'start',
  'collect',
] as const
const paypalSteps = ['pay', 'decline', 'hold', 'complete', 'deny'] as const
const moneySteps = [
  'refund a part',
  'refund all',
  'dispute all',
  'dispute a part',
  'win dispute',
  'lose dispute',
  'lose dispute quietly',
  'lose a part',
] as const
const clockSteps = ['reconcile', 'wait four hours'] as const
/** Without it most of PayPal's events would arrive after the history has ended. */
const receiveWebhooks = 'receive webhooks'

/** Steps that can happen to a cart, in any order. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...buyerSteps) },
  { weight: 2, arbitrary: fc.constantFrom(...paypalSteps) },
  { weight: 8, arbitrary: fc.constantFrom(...moneySteps) },
  { weight: 1, arbitrary: fc.constantFrom(...clockSteps) },
  { weight: 3, arbitrary: fc.constant(receiveWebhooks) },
  // A complete purchase as one step, because otherwise few histories would reach a payment.
  { weight: 4, arbitrary: fc.constant('buy' as const) },
)
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never

const steamIds = ['76561198006409530', '76561198006409531'] as const
const colors = [
  { r: 155, g: 135, b: 245 },
  { r: 0, g: 255, b: 128 },
] as const
const { offers } = catalogue
/** Types that are added to the cart in turn: with and without colour, duration and tier. */
const wishes = ['Name Color Tag', 'Priority Queue', 'Reskin', 'Clan Color Tag', 'Extras'] as const

/** An entry of a cart, with its open payment at PayPal. */
interface Entry {
  readonly id: string
  offer: Offer
  steamId: (typeof steamIds)[number]
  color: (typeof colors)[number]
  orderId: string | null
  paypalOrderId: string | null
}

/** A buyer with a cart; keeps all orders, even of removed entries. */
class Wanderer {
  readonly name = `buyer-${randomUUID()}`
  readonly orders = new Set<string>()
  // A refund cannot be distinguished from a loss that PayPal does not count as a refund: 0013.
  readonly #refunded = new Set<string>()
  readonly #quietlyLost = new Set<string>()
  readonly #shop: TestShop
  readonly #buyer: Visitor
  #cart: Entry[] = []
  #turn = 0

  constructor(shop: TestShop) {
    this.#shop = shop
    this.#buyer = shop.visitor()
  }

  async take(next: Step): Promise<void> {
    const [entry] = this.#cart
    if (!entry || next === 'add') this.#add()
    else await this.#moves(entry)[next]()
  }

  /** Waits until our records agree with PayPal's. */
  async agree(): Promise<void> {
    await expect.poll(() => findDifferences(this.#shop, [...this.orders], [this.name])).toEqual([])
  }

  #moves(entry: Entry): Record<Exclude<Step, 'add'>, () => unknown> {
    const { sandbox } = this.#shop
    return {
      'next item': () => (this.#cart = [...this.#cart.slice(1), entry]),
      remove: () => (this.#cart = this.#cart.slice(1)),
      'edit Steam ID': () => (entry.steamId = another(steamIds, entry.steamId)),
      'edit color': () => (entry.color = another(colors, entry.color)),
      'edit duration': () => (entry.offer = another(similarOffers(entry.offer), entry.offer)),
      open: () => this.#open(entry),
      start: () => this.#start(entry),
      collect: () => this.#collect(entry),
      buy: () => this.#buy(entry),
      pay: () => this.#atPayPal(entry, (id) => sandbox.decide(id, 'pay')),
      decline: () => this.#atPayPal(entry, (id) => sandbox.decide(id, 'decline')),
      hold: () => this.#atPayPal(entry, (id) => sandbox.decide(id, 'hold')),
      complete: () => this.#atPayPal(entry, (id) => this.#review(id, 'complete')),
      deny: () => this.#atPayPal(entry, (id) => this.#review(id, 'deny')),
      'refund a part': () => this.#atPayPal(entry, (id) => this.#refund(id, 300)),
      'refund all': () => this.#atPayPal(entry, (id) => this.#refund(id)),
      'dispute all': () => this.#atPayPal(entry, (id) => sandbox.dispute(id, 'open')),
      'dispute a part': () =>
        this.#atPayPal(entry, (id) => sandbox.dispute(id, 'open', { amountCents: 400 })),
      'win dispute': () => this.#atPayPal(entry, (id) => sandbox.dispute(id, 'won')),
      'lose dispute': () => this.#atPayPal(entry, (id) => sandbox.dispute(id, 'lost')),
      'lose a part': () =>
        this.#atPayPal(entry, (id) => sandbox.dispute(id, 'lost', { amountCents: 400 })),
      'lose dispute quietly': () => this.#atPayPal(entry, (id) => this.#loseQuietly(id)),
      [receiveWebhooks]: () => this.agree(),
      reconcile: () => this.#reconcile(),
      'wait four hours': () => {
        this.#shop.advanceClock(4 * hour)
        return this.#reconcile()
      },
    }
  }

  #add(): void {
    const wish = wishes[this.#turn % wishes.length]
    const offer = offers.find(({ type }) => type === wish)
    this.#turn += 1
    if (!offer) throw new Error(`no ${wish} is sold`)
    const [steamId, [color]] = [steamIds[0], colors]
    this.#cart = [
      { id: randomUUID(), offer, steamId, color, orderId: null, paypalOrderId: null },
      ...this.#cart,
    ]
  }

  async #open(entry: Entry): Promise<void> {
    const item = { ...newCartItem(entry.offer, entry.color), id: entry.id }
    const body = checkoutBody({
      items: [item],
      totalPrice: String(item.price),
      steamId: entry.steamId,
      discordUsername: this.name,
      listedAsDonor: true,
    })
    entry.orderId = await openOrder(this.#buyer, body)
    this.orders.add(entry.orderId)
    await this.#expectLatestRequest(entry, entry.orderId)
  }

  /** Expects the order to match the buyer's latest request. */
  async #expectLatestRequest({ offer, steamId, color }: Entry, orderId: string): Promise<void> {
    const { body } = await this.#buyer.get(`/api/orders/${orderId}`)
    if (body['status'] !== 'pending') return
    expect(body).toMatchObject({
      steamId,
      totalCents: offer.priceCents,
      items: [
        {
          type: offer.type,
          ...(offer.durationMonths !== null && { duration: offer.durationMonths }),
          ...(offer.product.kind === 'color-tag' && { color }),
        },
      ],
    })
  }

  async #start(entry: Entry): Promise<void> {
    if (!entry.orderId) return
    const { body } = await this.#buyer.post(`/api/orders/${entry.orderId}/paypal-order`, {})
    if (typeof body['paypalOrderId'] === 'string') entry.paypalOrderId = body['paypalOrderId']
  }

  async #collect(entry: Entry): Promise<void> {
    if (!entry.orderId) return
    const answer = await this.#buyer.post(`/api/orders/${entry.orderId}/capture`, {})
    expect(answer.status).toBeLessThan(500)
  }

  async #buy(entry: Entry): Promise<void> {
    await this.#open(entry)
    await this.#start(entry)
    await this.#atPayPal(entry, (id) => this.#shop.sandbox.decide(id, 'pay'))
    await this.#collect(entry)
  }

  // PayPal refuses requests that are late, repeated or impossible.
  async #atPayPal(
    { paypalOrderId }: Entry,
    act: (paypalOrderId: string) => Promise<unknown>,
  ): Promise<void> {
    if (paypalOrderId) await act(paypalOrderId).catch(() => undefined)
  }

  async #refund(paypalOrderId: string, amountCents?: number): Promise<void> {
    if (this.#quietlyLost.has(paypalOrderId)) return
    this.#refunded.add(paypalOrderId)
    await this.#shop.sandbox.refund(paypalOrderId, amountCents)
  }

  async #loseQuietly(paypalOrderId: string): Promise<void> {
    if (this.#refunded.has(paypalOrderId)) return
    this.#quietlyLost.add(paypalOrderId)
    await this.#shop.sandbox.dispute(paypalOrderId, 'lost', { takenAsRefund: false })
  }

  async #review(paypalOrderId: string, outcome: 'complete' | 'deny'): Promise<void> {
    const payments = await this.#shop.sandbox.readPayments()
    const payment = payments.find(({ orderId }) => orderId === paypalOrderId)
    if (payment) await this.#shop.sandbox.review(payment.captureId, outcome)
  }

  async #reconcile(): Promise<void> {
    await reconcileOrders(this.#shop.services)
    await reconcileDisputes(this.#shop.services)
  }
}

function similarOffers({ type }: Offer): Offer[] {
  return offers.filter((offer) => offer.type === type)
}

function another<Value>(values: readonly Value[], value: Value): Value {
  return values[(values.indexOf(value) + 1) % values.length] ?? value
}

describeOnDatabase('any sequence of a cart, PayPal and the clock', (_open, createDatabase) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(await createDatabase())
  })

  it('ends in agreement with PayPal: paid, delivered once, refunded, ranked', async () => {
    const wanderers: Wanderer[] = []
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 8, maxLength: 40, size: 'max' }),
        async (steps) => {
          // Rate limits are not tested here: one window has room for the orders of a history.
          shop.beginWindow(60)
          const wanderer = new Wanderer(shop)
          wanderers.push(wanderer)
          for (const next of steps) await wanderer.take(next)
          await wanderer.agree()
        },
      ),
      // Shrinking is off, because it would wait for each shorter history to fail.
      { numRuns: 10, endOnFailure: true },
    )
    // Late and repeated events have changed nothing since.
    for (const wanderer of wanderers) await wanderer.agree()
  })
})
