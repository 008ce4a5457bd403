import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { isSteamId64 } from '#domain/steam-id64.ts'
import { oneMonth as item } from '#test/factories/cart-item.ts'
import { orderView } from '#test/factories/order-view.ts'
import { FakeBrowser } from '#test/fake-browser.ts'
import type { Checkout } from './use-checkout.ts'

/** The checkout of a newly opened tab, and its hook. */
async function openCheckout() {
  vi.resetModules()
  const { useCheckout } = await import('./use-checkout.ts')
  const { readCheckout } = await import('./use-checkout.ts')
  const rendered: Checkout[] = []
  const refuse = vi.fn()
  const leave = vi.fn()
  function Page() {
    rendered.push(useCheckout({ discordAvatarUrl: null, refuse, leave }))
    return null
  }
  renderToStaticMarkup(<Page />)
  const [checkout] = rendered
  if (!checkout) throw new Error('not rendered')
  return { checkout, readCheckout, refuse, leave }
}

const steamId = '76561198006409531'
if (!isSteamId64(steamId)) throw new Error('not a Steam ID')
const buyer = { steamId, discordUsername: 'nadia', forSomebodyElse: false, listedAsDonor: false }

beforeEach(() => {
  new FakeBrowser().install()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('a field that the server rejects enables the buttons again, and shows its error', async () => {
  const errors = [
    { path: 'steamId', code: 'invalid', message: 'no Steam ID' },
    { path: 'totalPrice', code: 'invalid', message: 'no price' },
  ]
  const refusal = { code: 'validation_failed', message: 'refused', errors }
  vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 422 }))
  const { checkout, readCheckout, refuse } = await openCheckout()
  await checkout.pay([item], buyer)
  expect(readCheckout()).toMatchObject({ openingItemIds: [], notices: {} })
  expect(refuse.mock.lastCall).toEqual([{ steamId: expect.any(String), discordUsername: false }])
})

test('a double press opens one order', async () => {
  const answer = Promise.withResolvers<Response>()
  const fetch = vi.fn(() => answer.promise)
  vi.stubGlobal('fetch', fetch)
  const { checkout, readCheckout } = await openCheckout()
  const presses = [checkout.pay([item], buyer), checkout.pay([item], buyer)]
  answer.resolve(Response.json({ orderId: 'order-1' }))
  await Promise.all(presses)
  expect(fetch).toHaveBeenCalledTimes(1)
  expect(readCheckout().orders).toMatchObject([{ orderId: 'order-1', item, ...buyer }])
})

test.each([
  ['the last item', [item], 1],
  ['another one than the last', [item, { ...item, id: 'other' }], 0],
])('paying %s of the cart leaves the checkout only then', async (_, cart, timesLeft) => {
  localStorage.setItem('cart', JSON.stringify(cart))
  vi.stubGlobal('location', { pathname: '/checkout' })
  vi.stubGlobal('fetch', async () => Response.json({ orderId: 'order-1' }))
  const { checkout, readCheckout, leave } = await openCheckout()
  await checkout.pay([item], buyer)
  const [order] = readCheckout().orders
  if (!order) throw new Error('not opened')
  const value = orderView({ steamId, status: 'paid' })
  const answer = { ok: true, value } as const
  checkout.dispatchPayments(
    new Map([[order.orderId, { type: 'answered', request: 'capture', answer }]]),
  )
  expect(leave).toHaveBeenCalledTimes(timesLeft)
})

test('only one’s own Steam ID is remembered on this device', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ orderId: 'order-1' }))
  const { checkout } = await openCheckout()
  await checkout.pay([item], { ...buyer, forSomebodyElse: true })
  expect(localStorage.getItem('userSteamId')).toBeNull()
  expect(localStorage.getItem('userDiscordUsername')).toBe('nadia')
  await checkout.pay([item], buyer)
  expect(localStorage.getItem('userSteamId')).toBe(steamId)
})

const second = { ...item, id: '7f3a2f0e-1e8b-4c64-8f4d-2c3b9a5d6e22' }

function openingByItem() {
  const fetch = vi.fn(async (_path: string, { body }: { readonly body: string }) => {
    const { items } = z
      .object({ items: z.array(z.object({ id: z.string() })) })
      .parse(JSON.parse(body))
    return Response.json({ orderId: `order of ${items[0]?.id}` })
  })
  vi.stubGlobal('fetch', fetch)
  return fetch
}

test('paying for all opens an order for each item, once, and leaves when all are paid', async () => {
  localStorage.setItem('cart', JSON.stringify([item, second]))
  vi.stubGlobal('location', { pathname: '/checkout' })
  const fetch = openingByItem()
  const { checkout, readCheckout, leave } = await openCheckout()
  await Promise.all([checkout.pay([item, second], buyer), checkout.pay([item], buyer)])
  expect(fetch).toHaveBeenCalledTimes(2)
  const orderIds = [`order of ${item.id}`, `order of ${second.id}`]
  expect(readCheckout().openingItemIds).toEqual([])
  expect(readCheckout().orders.map(({ orderId }) => orderId)).toEqual(orderIds)
  for (const event of [
    { type: 'started' },
    { type: 'approved', paypalOrderId: 'PAYPAL-1' },
  ] as const) {
    checkout.dispatchPayments(new Map(orderIds.map((id) => [id, event])))
  }
  checkout.dispatchPayments(
    new Map(
      orderIds.map((id) => {
        const value = orderView({ id, status: 'paid' })
        return [id, { type: 'answered', request: 'capture', answer: { ok: true, value } }]
      }),
    ),
  )
  expect(readCheckout().paid.map(({ id }) => id)).toEqual(orderIds)
  expect(localStorage.getItem('cart')).toBe('[]')
  expect(leave).toHaveBeenCalledOnce()
})

test('a refused item stops paying for all, and says why at the item', async () => {
  const refusal = { code: 'item_not_sold', message: 'not sold' }
  const fetch = vi.fn(async () => Response.json(refusal, { status: 422 }))
  vi.stubGlobal('fetch', fetch)
  const { checkout, readCheckout } = await openCheckout()
  await checkout.pay([item, second], buyer)
  expect(fetch).toHaveBeenCalledOnce()
  expect(readCheckout()).toMatchObject({
    openingItemIds: [],
    notices: { [item.id]: 'not_sold' },
  })
})

test.each([
  ['code_used_up', 'code_used_up', { leftOut: [item.id], ended: null }],
  ['code_over', 'code_ended', { leftOut: [], ended: 'code_over' }],
])('an order refused with %s says so, and the cart keeps its price', async (code, notice, kept) => {
  const cart = JSON.stringify([item])
  localStorage.setItem('cart', cart)
  localStorage.setItem('cartCode', JSON.stringify({ code: 'SOKOL10' }))
  const refusal = { code, message: 'refused' }
  const fetch = vi.fn(async () => Response.json(refusal, { status: 409 }))
  vi.stubGlobal('fetch', fetch)
  const { checkout, readCheckout } = await openCheckout()
  await checkout.pay([{ ...item, price: 9, code: 'SOKOL10' }], buyer)
  expect(fetch.mock.lastCall).toMatchObject([
    expect.any(String),
    { body: expect.stringMatching(/"items":\[\{[^\]]*"price":9[^\]]*\],"code":"SOKOL10"/) },
  ])
  expect(readCheckout()).toMatchObject({ openingItemIds: [], notices: { [item.id]: notice } })
  expect(JSON.parse(localStorage.getItem('cartCode') ?? '')).toEqual({ code: 'SOKOL10', ...kept })
  expect(localStorage.getItem('cart')).toBe(cart)
})
