import { afterEach, expect, test, vi } from 'vitest'
import { openOrder } from '#contract/checkout.ts'
import { legalVersion } from '#test/shipped-documents.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { CartItem } from '#domain/cart.ts'
import { parseSteamId } from '#domain/steam-id.ts'
import { orderView } from '#test/factories/order-view.ts'
import { ApiProblem } from '#web/app/api-client.ts'
import {
  checkoutApi,
  openOrderBody,
  payPalCallbacks,
  requestOrder,
  type Answer,
  type CheckoutApi,
} from './checkout-api.ts'
import type { PaymentEvent } from './checkout-state.ts'
import type { OpenedOrder } from './opened-order.ts'

afterEach(() => void vi.unstubAllGlobals())

const order: OpenedOrder = {
  orderId: 'order-1',
  item: { id: 'item-1', name: 'Priority Queue', type: 'Priority Queue', price: 10, duration: 1 },
  steamId: '76561198006409531',
  discordUsername: 'nadia',
  forSomebodyElse: false,
  listedAsDonor: false,
  itemIds: ['item-1'],
  paypalOrderId: null,
  phase: 'open',
  status: null,
}
const approved: OpenedOrder = { ...order, phase: 'approved', paypalOrderId: 'PAYPAL-1' }
const pending = orderView({ id: 'order-1', steamId: order.steamId })
const paid = orderView({ id: 'order-1', steamId: order.steamId, status: 'paid' })

function refused(code: ProblemCode): Answer<never> {
  return { ok: false, problem: new ApiProblem(code, 500) }
}

/** PayPal's button for these orders, and what it and our server report of each. */
function setUp(orderIds: readonly string[] = ['order-1', 'order-2']) {
  const api = {
    startPayment: vi.fn<CheckoutApi['startPayment']>(async () => ({
      ok: true,
      value: { paypalOrderId: 'PAYPAL-1' },
    })),
    capturePayment: vi.fn<CheckoutApi['capturePayment']>(async () => ({
      ok: true,
      value: { orders: [paid, orderView({ id: 'order-2' })] },
    })),
    fetchOrder: vi.fn<CheckoutApi['fetchOrder']>(async () => ({ ok: true, value: pending })),
  }
  const dispatched = new Map<string, PaymentEvent[]>(orderIds.map((orderId) => [orderId, []]))
  const callbacks = payPalCallbacks(api, orderIds, (events) =>
    events.forEach((event, orderId) => dispatched.get(orderId)?.push(event)),
  )
  return { api, dispatched, callbacks, actions: { restart: vi.fn<() => void>() } }
}

async function requestOne(api: ReturnType<typeof setUp>['api'], about: OpenedOrder) {
  const events = await requestOrder(api, about)
  expect([...events.keys()]).toEqual(['order-1'])
  return events.get('order-1')
}

test('an order without an approval is only fetched', async () => {
  const { api } = setUp()
  expect(await requestOne(api, order)).toMatchObject({
    request: 'fetch',
    answer: { value: pending },
  })
  expect(api.capturePayment).not.toHaveBeenCalled()
})

test('an approved order is captured, by what its buyer approved', async () => {
  const { api } = setUp()
  const event = await requestOne(api, approved)
  expect(api.capturePayment).toHaveBeenCalledWith('PAYPAL-1')
  expect(event).toMatchObject({ request: 'capture', answer: { value: paid } })
})

test('an approved order that cannot be captured is fetched instead, as a response to the capture', async () => {
  const { api } = setUp()
  api.capturePayment.mockResolvedValue(refused('order_not_payable'))
  const event = await requestOne(api, approved)
  expect(event).toMatchObject({ request: 'capture', answer: { value: pending } })
})

test('while the provider is unreachable the order stays unconfirmed', async () => {
  const { api } = setUp()
  api.capturePayment.mockResolvedValue(refused('payment_provider_unavailable'))
  const problem = { code: 'payment_provider_unavailable' }
  expect(await requestOne(api, approved)).toMatchObject({ answer: { ok: false, problem } })
  expect(api.fetchOrder).not.toHaveBeenCalled()
})

test('PayPal gets the order that our server created, which is captured once, and each order gets its own answer', async () => {
  const { api, dispatched, callbacks, actions } = setUp()
  expect(await callbacks.createOrder()).toBe('PAYPAL-1')
  expect(api.startPayment).toHaveBeenCalledWith(['order-1', 'order-2'])
  await callbacks.onApprove({}, actions)
  expect(api.capturePayment.mock.calls).toEqual([['PAYPAL-1']])
  const reported = [{ type: 'started' }, { type: 'approved', paypalOrderId: 'PAYPAL-1' }]
  expect(dispatched.get('order-1')).toMatchObject([
    ...reported,
    { request: 'capture', answer: { value: { status: 'paid' } } },
  ])
  expect(dispatched.get('order-2')).toMatchObject([
    ...reported,
    { request: 'capture', answer: { value: { status: 'pending' } } },
  ])
  expect(actions.restart).not.toHaveBeenCalled()
})

test('an order that the answer lacks stays approved, so that it is requested again', async () => {
  const { api, dispatched, callbacks, actions } = setUp()
  api.capturePayment.mockResolvedValue({ ok: true, value: { orders: [paid] } })
  await callbacks.onApprove({}, actions)
  expect(dispatched.get('order-2')?.at(-1)).toMatchObject({
    answer: { ok: false, problem: { code: 'unexpected_answer' } },
  })
})

test.each([
  ['payment_declined', 1],
  ['payment_provider_unavailable', 0],
] as const)(
  'only a declined payment can be tried again in the same window (%s)',
  async (code, times) => {
    const { api, dispatched, callbacks, actions } = setUp()
    api.capturePayment.mockResolvedValue(refused(code))
    await callbacks.onApprove({}, actions)
    expect(dispatched.get('order-2')?.at(-1)).toMatchObject({ answer: { ok: false } })
    expect(actions.restart).toHaveBeenCalledTimes(times)
  },
)

test.each([[['order-1']], [['order-1', 'order-2']]])(
  'where %j cannot be paid any more, each is fetched to show why',
  async (orderIds) => {
    const { api, dispatched, callbacks, actions } = setUp(orderIds)
    api.startPayment.mockResolvedValue(refused('order_not_payable'))
    await expect(callbacks.createOrder()).rejects.toThrow('order_not_payable')
    api.capturePayment.mockResolvedValue(refused('order_not_payable'))
    await callbacks.onApprove({}, actions)
    for (const events of dispatched.values()) {
      expect(events).toMatchObject([
        { type: 'started' },
        { request: 'fetch', answer: { value: pending } },
        { type: 'approved' },
        { request: 'capture', answer: { value: pending } },
      ])
    }
  },
)

test('a failed start and a closed or failed window are reported for each', async () => {
  const { api, dispatched, callbacks } = setUp()
  api.startPayment.mockResolvedValue(refused('payment_provider_unavailable'))
  await expect(callbacks.createOrder()).rejects.toThrow('payment_provider_unavailable')
  callbacks.onCancel()
  callbacks.onError()
  for (const events of dispatched.values()) {
    expect(events.slice(1)).toEqual([
      { type: 'start_refused', code: 'payment_provider_unavailable', ban: null },
      { type: 'ended', reason: 'cancelled' },
      { type: 'ended', reason: 'failed' },
    ])
  }
})

const item: CartItem = {
  id: '0b0c7c86-5a3e-4b6f-9d51-0d6c8a0f1a11',
  name: 'Priority Queue',
  type: 'Priority Queue',
  price: 25,
  duration: 3,
}

function bodyOf(cartItem: CartItem) {
  const steamId = parseSteamId('76561198006409531')
  if (!steamId.ok) throw new Error('the test needs a good Steam ID')
  const buyer = {
    steamId: steamId.steamId64,
    discordUsername: 'nadia',
    forSomebodyElse: false,
    listedAsDonor: true,
  }
  return openOrderBody(cartItem, buyer, null)
}

test('one item is sent, with its total as decimal euros', () => {
  expect(bodyOf(item)).toEqual({
    steamId: '76561198006409531',
    discordUsername: 'nadia',
    forSomebodyElse: false,
    listedAsDonor: true,
    discordAvatarUrl: null,
    items: [item],
    totalPrice: '25.00',
    agreedTerms: legalVersion,
  })
})

test('the colour is sent as it is in the cart', () => {
  const color = { r: 12, g: 200, b: 255 }
  const tag: CartItem = { ...item, name: 'Name Color Tag', type: 'Name Color Tag', color }
  expect(openOrder.body.parse(bodyOf(tag)).items[0].color).toEqual(color)
})

test('the server accepts the body, even with a corrected price with cents', () => {
  const read = openOrder.body.parse(JSON.parse(JSON.stringify(bodyOf({ ...item, price: 24.5 }))))
  expect(read.items[0].priceCents).toBe(2450)
  expect(read.totalCents).toBe(2450)
})

test('a claim sends the transaction id of the receipt', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json(paid))
  vi.stubGlobal('fetch', fetch)
  expect(await checkoutApi.claimPayment('order 1', '8XY')).toMatchObject({ ok: true })
  const [address, request] = fetch.mock.lastCall ?? []
  expect(address).toBe('/api/orders/order%201/claim')
  expect(request?.body).toBe(JSON.stringify({ transactionId: '8XY' }))
})

test('the calls about a payment use the agreed addresses, with a key that fits a header', async () => {
  const calls: [string, string, string | null][] = []
  vi.stubGlobal(
    'fetch',
    async (path: string, { body, headers }: { body: string; headers: HeadersInit }) => {
      calls.push([path, body, new Headers(headers).get('idempotency-key')])
      return Response.json(path.endsWith('capture') ? { orders: [] } : { paypalOrderId: 'PP/1' })
    },
  )
  const ten = Array.from({ length: 10 }, () => crypto.randomUUID())
  await checkoutApi.startPayment(ten)
  await checkoutApi.startPayment(ten)
  await checkoutApi.capturePayment('PP/1')
  expect(calls.map(([path]) => path)).toEqual([
    '/api/paypal-orders',
    '/api/paypal-orders',
    '/api/paypal-orders/PP%2F1/capture',
  ])
  expect(calls[0]?.[1]).toBe(JSON.stringify({ orderIds: ten }))
  const keys = calls.map(([, , key]) => key)
  expect(keys[0]).toBe(keys[1])
  expect(keys[0]?.length).toBeLessThan(256)
})

test('what the staff need goes with the order, and the version of the texts that the page shows', () => {
  const reskin: CartItem = {
    id: crypto.randomUUID(),
    name: 'Top Reskin Basic',
    type: 'Reskin',
    price: 15,
    details: ' a wolf\n',
  }
  const steamId = parseSteamId(order.steamId)
  if (!steamId.ok) throw new Error('the test needs a good Steam ID')
  const buyer = {
    steamId: steamId.steamId64,
    discordUsername: 'nadia',
    forSomebodyElse: true,
    listedAsDonor: false,
  }
  const body = openOrderBody(reskin, buyer, null)
  expect(openOrder.body.parse(body)).toMatchObject({
    details: 'a wolf',
    forSomebodyElse: true,
    agreedTerms: legalVersion,
  })
  expect(body.items[0]).not.toHaveProperty('details')
  // What was typed for another product is nothing the staff asked for.
  expect(openOrderBody({ ...order.item, details: 'a wolf' }, buyer, null)).not.toHaveProperty(
    'details',
  )
})
