import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { catalogue } from '#test/factories/site.ts'
import type { Offer } from '#domain/catalogue.ts'
import {
  cartItem,
  checkoutBody,
  openOrder,
  startOnePayment,
  startPayment,
} from '#test/factories/checkout.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import { someAddress, type Random } from '#test/random.ts'
import { createSandboxControl, type SandboxControl } from '#test/sandbox-control.ts'
import { createVisitor, type Visitor } from '#test/visitor.ts'
import { retry } from '#stress/calls.ts'

/** A cart and what befalls its payment. Planned ahead, so that a seed repeats it. */
interface Plan {
  readonly offers: readonly Offer[]
  readonly fault: (typeof faults)[number]
  readonly webhooks: (typeof webhookFates)[number]
  readonly page: (typeof pages)[number]
}

/** What PayPal does wrong when the money of this order is taken. */
const faults = [
  [],
  ['unit-declined'],
  ['unit-declined', 'unit-declined'],
  ['unit-held'],
  ['unit-declined', 'unit-held'],
  ['reset'],
  ['slow'],
  ['truncated'],
] as const

const webhookFates = ['come', 'webhook-lost', 'webhook-twice', 'webhook-first'] as const

/** `leaves` after the approval: only webhooks and the job can find the payment. */
const pages = ['stays', 'stays', 'stays', 'leaves', 'pays one item in another tab'] as const

export interface Cart {
  readonly visitor: Visitor
  readonly orderIds: readonly string[]
}

export interface Shoppers {
  readonly pay: (plan: Plan) => Promise<void>
  /** PayPal approves all payments that it still holds. */
  readonly endReviews: () => Promise<void>
  /** Orders whose end their buyer does not see yet, in words. */
  readonly listOpen: () => Promise<string[]>
  /** Those that are paid, or left. */
  readonly carts: readonly Cart[]
  /** How often each thing happened. */
  readonly counts: ReadonlyMap<string, number>
}

export function planCarts(random: Random, count: number): Plan[] {
  return Array.from({ length: count }, () => ({
    offers: random.shuffle(catalogue.offers).slice(0, 2 + random.below(4)),
    fault: random.pick(faults),
    webhooks: random.pick(webhookFates),
    page: random.pick(pages),
  }))
}

const orderViews = z.object({
  orders: z.array(
    z.looseObject({ id: z.string(), status: z.string(), transactionId: z.string().nullable() }),
  ),
})

export function openShoppers(
  { origin, sandboxOrigin }: { readonly origin: string; readonly sandboxOrigin: string },
  random: Random,
): Shoppers {
  const sandbox = createSandboxControl(sandboxOrigin)
  const carts: Cart[] = []
  const counts = new Map<string, number>()
  const left = new Set<string>()
  const note = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)

  async function pay(plan: Plan): Promise<void> {
    const visitor = visitorFrom(origin, someAddress(random))
    // The cookie comes with the first answer; without it each try would come from a new buyer.
    await retry(() => visitor.get('/api/orders/none'))
    const steamId = newSteamId()
    const bodies = new Map<string, unknown>()
    for (const offer of plan.offers) {
      const body = bodyOf(offer, steamId)
      bodies.set(await retry(() => openOrder(visitor, body)), body)
    }
    const orderIds = [...bodies.keys()]
    const paypalOrderId = await retry(() => startOnePayment(visitor, orderIds))
    await prepareFaults(sandbox, paypalOrderId, plan)
    const unit = plan.fault.join(' and ') || 'no fault'
    for (const what of [unit, `webhooks: ${plan.webhooks}`, `page ${plan.page}`]) note(what)
    if (plan.page === 'pays one item in another tab') {
      const [first = ''] = orderIds
      await Promise.all([approve(visitor, paypalOrderId), retry(() => payAlone(visitor, first))])
    } else if (plan.page === 'leaves') {
      await sandbox.decide(paypalOrderId, 'pay')
      for (const id of orderIds) left.add(id)
    } else {
      await approve(visitor, paypalOrderId)
    }
    if (plan.page !== 'leaves') await retry(() => payRest(visitor, bodies))
    carts.push({ visitor, orderIds })
  }

  async function approve(visitor: Visitor, paypalOrderId: string): Promise<void> {
    await sandbox.decide(paypalOrderId, 'pay')
    // Whatever comes back, or nothing: the buyer looks at their orders next.
    await visitor.post(`/api/paypal-orders/${paypalOrderId}/capture`, {}).catch(() => null)
  }

  async function payAlone(visitor: Visitor, orderId: string): Promise<void> {
    const { body } = await visitor.post(`/api/orders/${orderId}/paypal-order`, {})
    if (body['code'] === 'order_not_payable') return
    const { paypalOrderId } = z.object({ paypalOrderId: z.string() }).parse(body)
    await sandbox.decide(paypalOrderId, 'pay')
    await visitor.post(`/api/orders/${orderId}/capture`, {})
  }

  /** One look at the orders, and a new payment for what is open. Throws until all are paid. */
  async function payRest(visitor: Visitor, bodies: ReadonlyMap<string, unknown>): Promise<void> {
    const orders = await readOrders(visitor)
    const held = orders.filter(({ status }) => status === 'processing')
    for (const { transactionId } of held) {
      await sandbox.review(transactionId ?? '', 'complete').catch(() => null)
    }
    const declined = orders.filter(({ status }) => status === 'expired')
    for (const { id } of declined) {
      note('reopened after a decline')
      await openOrder(visitor, bodies.get(id))
    }
    const open = orders.filter(({ status }) => status === 'pending').map(({ id }) => id)
    const [first = '', second] = [...open, ...declined.map(({ id }) => id)]
    if (second !== undefined) {
      const ids = [...open, ...declined.map(({ id }) => id)]
      await approve(visitor, await startOnePayment(visitor, ids))
    } else if (first !== '') {
      await sandbox.decide(await startPayment(visitor, first), 'pay')
      await visitor.post(`/api/orders/${first}/capture`, {})
    }
    const now = await readOrders(visitor)
    const unpaid = now.filter(({ status }) => status !== 'paid')
    if (unpaid.length > 0) throw new Error(`not paid: ${unpaid.map(({ status }) => status).join()}`)
  }

  return {
    pay,
    endReviews: async () => {
      for (const { captureId, status } of await sandbox.readPayments()) {
        if (status === 'PENDING') await sandbox.review(captureId, 'complete')
      }
    },
    listOpen: async () => {
      const open: string[] = []
      for (const { visitor } of carts) {
        for (const { id, status } of await retry(() => readOrders(visitor))) {
          // A buyer who left does not pay again for what was declined.
          const isEnded = status === 'paid' || (status === 'expired' && left.has(id))
          if (!isEnded) open.push(`${id} is ${status}`)
        }
      }
      return open
    },
    carts,
    counts,
  }
}

async function readOrders(visitor: Visitor) {
  const { body } = await visitor.get('/api/orders')
  return orderViews.parse(body).orders
}

function bodyOf({ name, type, priceCents, durationMonths }: Offer, steamId: string) {
  const { duration: _, ...item } = cartItem({ id: randomUUID(), name, type })
  const price = priceCents / 100
  return checkoutBody({
    steamId,
    items: [{ ...item, price, ...(durationMonths !== null && { duration: durationMonths }) }],
    totalPrice: price.toFixed(2),
  })
}

async function prepareFaults(
  sandbox: SandboxControl,
  paypalOrderId: string,
  { fault, webhooks }: Plan,
): Promise<void> {
  const path = `/v2/checkout/orders/${paypalOrderId}/capture`
  for (const kind of fault) {
    await sandbox.fail({ provider: 'paypal', kind, path, delayMs: 1500 })
  }
  if (webhooks === 'come') return
  // Of this cart or of one that is paid at the same time.
  await sandbox.fail({ provider: 'paypal', kind: webhooks, times: 3 })
  await sandbox.fail({ provider: 'paypal', kind: webhooks, eventType: 'CHECKOUT.ORDER.APPROVED' })
}

/** People buy from many networks; the product believes this machine as its proxy. */
function visitorFrom(origin: string, address: string): Visitor {
  const visitor = createVisitor(origin)
  const from = { 'x-forwarded-for': address }
  return {
    ...visitor,
    get: (path, headers) => visitor.get(path, { ...from, ...headers }),
    post: (path, body, headers) => visitor.post(path, body, { ...from, ...headers }),
  }
}
