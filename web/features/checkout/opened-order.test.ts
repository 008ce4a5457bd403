import { expect, test } from 'vitest'
import type { PaymentOptions } from '#contract/checkout.ts'
import type { CartItem } from '#domain/cart.ts'
import { parseSteamId } from '#domain/steam-id.ts'
import { oneMonth as item } from '#test/factories/cart-item.ts'
import type { Buyer } from './buyer-form.ts'
import { initialCheckout, reduceCheckout } from './checkout-state.ts'
import {
  buttonStep,
  formatOpenedOrders,
  mayBePaid,
  ordersPaidTogether,
  payStep,
  storedOrders,
  withHeldPrice,
  type OpenedOrder,
  type PayStepInput,
} from './opened-order.ts'

const order: OpenedOrder = {
  orderId: 'order-1',
  item,
  steamId: '76561198006409531',
  discordUsername: 'nadia',
  forSomebodyElse: false,
  listedAsDonor: true,
  itemIds: [item.id],
  paypalOrderId: null,
  phase: 'open',
  status: null,
}

const reload = (orders: readonly OpenedOrder[]) =>
  storedOrders.parse(JSON.parse(formatOpenedOrders(orders)))

test('an opened order survives a reload, and is fetched again', () => {
  expect(reload([{ ...order, status: 'pending' }])).toEqual([order])
})

test('after a reload an order is still paid with the same others, by what its buyer approved', () => {
  const together = { ...order, itemIds: [item.id, 'other'], paypalOrderId: 'PAYPAL-1' }
  expect(reload([together])).toEqual([together])
})

test('the price of a sale or code holds for its open order, also after a reload, and for nothing else', () => {
  const reduced = { ...order, item: { ...item, price: 8 }, isReduced: true }
  expect(withHeldPrice(item, reload([reduced]), null)).toEqual({ ...item, price: 8 })
  expect(withHeldPrice({ ...item, price: 7 }, [reduced], null)).toEqual({ ...item, price: 7 })
  const longer = { ...item, duration: 3, price: 20 } as const
  expect(withHeldPrice(longer, [reduced], null)).toBe(longer)
  // Its price was that of the list, which the owner has raised.
  expect(withHeldPrice(item, [{ ...reduced, isReduced: false }], null)).toBe(item)
  // The server refuses it at that price.
  const refused = { type: 'opening_refused', item, notice: 'price_changed' } as const
  const { orders } = reduceCheckout({ ...initialCheckout, orders: [reduced] }, refused)
  expect(withHeldPrice(item, orders, null)).toBe(item)
  // Other details make another order, which the server prices anew.
  const own = buyerNamed(reduced.discordUsername)
  expect(withHeldPrice(item, [{ ...reduced, steamId: own.steamId }], own).price).toBe(8)
  expect(withHeldPrice(item, [reduced], buyerNamed('other'))).toBe(item)
})

test.each([
  ['started', 'open'],
  ['capturing', 'approved'],
  ['approved', 'approved'],
] as const)('an order that is %s is %s after a reload', (phase, reloaded) => {
  expect(reload([{ ...order, phase }])).toEqual([{ ...order, phase: reloaded }])
})

test.each([
  ['open', 'pending', false],
  ['open', 'processing', true],
  ['started', null, true],
] as const)(
  'mayBePaid of an order that is %s here and %s on our server is %s',
  (phase, status, may) => {
    expect(mayBePaid({ ...order, phase, status })).toBe(may)
  },
)

test.each([null, 7, {}, [null, 3, { orderId: 4 }], [{ ...order, item: { name: 'Tank' } }]])(
  'stored %j gives no orders',
  (value) => {
    expect(storedOrders.parse(value)).toEqual([])
  },
)

const options: PaymentOptions = {
  driver: 'orders',
  clientId: 'client',
  scriptOrigin: 'https://www.paypal.com',
  currency: 'EUR',
  hostedButtonIds: { 'priority-queue/1': 'BUTTON1' },
}

const pendingOrder: OpenedOrder = {
  orderId: 'order-1',
  item,
  steamId: '76561198006409531',
  discordUsername: 'nadia',
  forSomebodyElse: false,
  listedAsDonor: false,
  itemIds: [item.id],
  paypalOrderId: null,
  phase: 'open',
  status: 'pending',
}

function buyerNamed(discordUsername: string): Buyer {
  const steamId = parseSteamId(pendingOrder.steamId)
  if (!steamId.ok) throw new Error('the test needs a good Steam ID')
  return {
    steamId: steamId.steamId64,
    discordUsername,
    forSomebodyElse: false,
    listedAsDonor: false,
  }
}

const ready: PayStepInput = {
  item,
  buyer: buyerNamed('nadia'),
  options,
  isOpening: false,
  order: undefined,
  isHostedPressed: false,
  isLastOpened: false,
}
const opened: PayStepInput = { ...ready, order: pendingOrder, isLastOpened: true }

test('without details nothing can be paid', () => {
  expect(payStep({ ...ready, buyer: null })).toBe('details_missing')
})

test('with details the item can be paid', () => {
  expect(payStep(ready)).toBe('ready')
})

test('while any order is being opened, the pay buttons are disabled', () => {
  expect(payStep({ ...ready, isOpening: true })).toBe('opening')
})

test('an open order shows the payment button', () => {
  expect(payStep(opened)).toBe('paying')
})

test('a stored order is checked first', () => {
  expect(payStep({ ...opened, order: { ...pendingOrder, status: null } })).toBe('checking')
})

test('details that differ from those of the open order remove its button', () => {
  expect(payStep({ ...opened, buyer: buyerNamed('sokol') })).toBe('ready')
  expect(payStep({ ...opened, buyer: null })).toBe('details_missing')
})

test('a changed choice to be named as a donor removes the button too', () => {
  const buyer = { ...buyerNamed('nadia'), forSomebodyElse: false, listedAsDonor: true }
  expect(payStep({ ...opened, buyer })).toBe('ready')
})

test('editing an item removes the button of its old order', () => {
  const longer: CartItem = { ...item, duration: 3, price: 25 }
  const bothSold = { 'priority-queue/1': 'BUTTON1', 'priority-queue/3': 'BUTTON3' }
  const edited = { ...opened, item: longer, options: { ...options, hostedButtonIds: bothSold } }
  expect(payStep(edited)).toBe('ready')
})

test('only the latest order has its button on the page', () => {
  expect(payStep({ ...opened, isLastOpened: false })).toBe('ready')
})

test.each(['started', 'capturing'] as const)(
  'the button stays while the payment is %s, whatever is opened or typed',
  (phase) => {
    const busy = { ...opened, order: { ...pendingOrder, phase } }
    expect(payStep({ ...busy, isLastOpened: false, isOpening: true, buyer: null })).toBe('paying')
  },
)

test('a pressed hosted button stays on the page', () => {
  expect(payStep({ ...opened, isHostedPressed: true, isLastOpened: false })).toBe('paying')
})

test('an approved but unconfirmed payment offers no second payment, whatever is typed', () => {
  const approved = { ...opened, order: { ...pendingOrder, phase: 'approved' as const } }
  expect(payStep(approved)).toBe('confirming')
  expect(payStep({ ...approved, buyer: null })).toBe('confirming')
})

test('a payment under review offers no second payment', () => {
  expect(payStep({ ...opened, order: { ...pendingOrder, status: 'processing' } })).toBe(
    'under_review',
  )
})

test('an item without a button id, or that is not sold, cannot be paid', () => {
  expect(payStep({ ...ready, options: { ...options, hostedButtonIds: {} } })).toBe('no_button')
  expect(payStep({ ...ready, item: { ...item, name: 'Tank' } })).toBe('not_sold')
})

test('until the payment options are loaded, the step is loading', () => {
  expect(payStep({ ...ready, options: null })).toBe('loading')
})

test('an item can be paid without an answer, and another answer needs another order', () => {
  const reskin: CartItem = { id: item.id, name: 'Top Reskin Basic', type: 'Reskin', price: 15 }
  const sold = { ...options, hostedButtonIds: { 'reskin-top/basic': 'BUTTON2' } }
  const asked = { ...opened, item: reskin, options: sold }
  expect(payStep({ ...asked, order: { ...pendingOrder, item: reskin } })).toBe('paying')
  const answered = { ...reskin, details: 'a wolf ' }
  const wolf = { ...pendingOrder, item: { ...reskin, details: 'a wolf' } }
  expect(payStep({ ...asked, item: answered, order: wolf })).toBe('paying')
  expect(payStep({ ...asked, item: { ...reskin, details: 'a bear' }, order: wolf })).toBe('ready')
})

test('a purchase for somebody else needs another order', () => {
  const buyer = { ...buyerNamed('nadia'), forSomebodyElse: true }
  expect(payStep({ ...opened, buyer })).toBe('ready')
})

const itemIds = [item.id, 'other']
const other: OpenedOrder = {
  ...pendingOrder,
  orderId: 'order-2',
  item: { ...item, id: 'other' },
  itemIds,
}
const both = [{ ...pendingOrder, itemIds }, other]
const cart = both.map((shared) => shared.item)

test('an order that is paid with others keeps its own pay button, until the payment runs', () => {
  const [together] = both
  if (!together) throw new Error('there are two')
  expect(payStep({ ...opened, order: together })).toBe('ready')
  const started = { ...together, phase: 'started' as const }
  expect(payStep({ ...opened, order: started })).toBe('paying_together')
})

test('several are paid together while they are the latest, or their payment runs', () => {
  expect(ordersPaidTogether([])).toEqual([])
  expect(ordersPaidTogether([pendingOrder])).toEqual([])
  expect(ordersPaidTogether(both)).toEqual(both)
  expect(ordersPaidTogether([other])).toEqual([undefined, other])
  expect(ordersPaidTogether([other, pendingOrder])).toEqual([])
  const running = both.map((one) => ({ ...one, phase: 'started' as const }))
  const third = { ...pendingOrder, item: { ...item, id: 'third' }, itemIds: ['third'] }
  expect(ordersPaidTogether([...running, third])).toEqual(running)
})

test('the button for several orders shows once all of them are known to be unpaid', () => {
  const buyer = buyerNamed('nadia')
  expect(buttonStep(both, cart, buyer)).toBe('paying')
  expect(buttonStep([pendingOrder, { ...other, status: null }], cart, buyer)).toBe('checking')
  expect(buttonStep([pendingOrder, { ...other, status: 'processing' }], cart, buyer)).toBe('none')
  expect(buttonStep([], cart, buyer)).toBe('none')
})

test('it goes when one of them is gone or differs from the form and the cart, but not while it is used', () => {
  const buyer = buyerNamed('nadia')
  expect(buttonStep([pendingOrder, undefined], cart, buyer)).toBe('none')
  expect(buttonStep(both, cart.slice(1), buyer)).toBe('none')
  expect(buttonStep(both, cart, buyerNamed('sokol'))).toBe('none')
  expect(buttonStep(both, cart, null)).toBe('none')
  const started = { ...other, phase: 'started' as const }
  expect(buttonStep([undefined, started], [], null)).toBe('paying')
})
