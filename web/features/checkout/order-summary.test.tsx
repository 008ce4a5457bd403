import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { catalogue } from '#web/features/products/catalogue.ts'
import type { PaymentOptions } from '#contract/checkout.ts'
import { newCartItem, type CartItem } from '#domain/cart.ts'
import { parseSteamId } from '#domain/steam-id.ts'
import { storedCartText } from '#test/factories/stored-cart.ts'
import { newId } from '#web/app/new-id.ts'
import type { CodeState } from '#web/features/cart/cart-code.ts'
import { parseCart } from '#web/features/cart/parse-cart.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { initialCheckout, type CheckoutState } from './checkout-state.ts'
import type { Checkout } from './use-checkout.ts'
import { OrderSummary } from './order-summary.tsx'
import { PayPanel } from './pay-panel.tsx'

const checkout: Checkout = {
  state: initialCheckout,
  pay: async () => {},
  dispatchPayments: () => {},
}

const options: PaymentOptions = {
  driver: 'orders',
  clientId: 'client',
  scriptOrigin: 'https://www.paypal.com',
  currency: 'EUR',
  hostedButtonIds: Object.fromEntries(catalogue().offers.map(({ key }) => [key, 'BUTTON1'])),
}

const noCode: CodeState = {
  stored: null,
  isPending: false,
  problem: null,
  left: null,
  priced: (item) => item,
}

/** The items and the panel beside them. */
function render(
  items: readonly CartItem[],
  state: Partial<CheckoutState> = {},
  driver: PaymentOptions['driver'] = 'orders',
): string {
  const steamId = parseSteamId('76561198006409531')
  if (!steamId.ok) throw new Error('the test needs a good Steam ID')
  const payments = {
    items,
    buyer: {
      steamId: steamId.steamId64,
      discordUsername: 'nadia',
      forSomebodyElse: false,
      listedAsDonor: false,
    },
    options: { ...options, driver },
    pressedItemIds: [],
    checkout: { ...checkout, state: { ...initialCheckout, ...state } },
  }
  const onlyItemId = items.length === 1 ? (items[0]?.id ?? null) : null
  return renderToStaticMarkup(
    <>
      <OrderSummary {...payments} steamId={steamId.steamId64} onlyItemId={onlyItemId} />
      <PayPanel {...payments} onlyItemId={onlyItemId} code={noCode} />
    </>,
  )
}

const itemOf = (offer = catalogue().offers[0]): CartItem => {
  if (!offer) throw new Error('nothing is sold')
  return { id: newId(), ...newCartItem(offer) }
}

test('the checkout renders whatever local storage holds', () => {
  fc.assert(
    fc.property(storedCartText, (text) => {
      const { items } = parseCart(text, newId)
      const html = render(items)
      expect(html.split('<li>').length - 1).toBe(items.length)
      expect(html).not.toMatch(/NaN|style=/)
    }),
    { numRuns: 200 },
  )
})

test('after a reload PayPal’s button is there for the latest item, or for all that are paid together', () => {
  const items = [itemOf(), itemOf(catalogue().offers[1])]
  const orders = items.map((item) => ({
    orderId: `order of ${item.id}`,
    item,
    steamId: '76561198006409531',
    discordUsername: 'nadia',
    forSomebodyElse: false,
    listedAsDonor: false,
    itemIds: [item.id],
    paypalOrderId: null,
    phase: 'open' as const,
    status: 'pending' as const,
  }))
  const single = render(items, { orders })
  expect(single).toContain(m.checkout_paypal_ready())
  expect(single).not.toContain(m.checkout_pay_all_ready())
  const itemIds = items.map(({ id }) => id)
  const together = render(items, { orders: orders.map((order) => ({ ...order, itemIds })) })
  expect(together).not.toContain(m.checkout_paypal_ready())
  expect(together).toContain(m.checkout_pay_all_ready())
})

test('an item that is not sold is not in the total and cannot be paid', () => {
  const html = render([{ id: newId(), name: 'Tank', type: 'Extras', price: 5 }, itemOf()])
  expect(html).toContain('>10\u00A0€</span>')
  expect(html).toContain('Cet article n’est plus en vente')
})

test('while one order is being opened, all pay buttons say so and are disabled', () => {
  const [first, second] = [itemOf(), itemOf()]
  const html = render([first, second], { openingItemIds: [first.id] })
  expect(html.split('Traitement en cours...').length - 1).toBe(2)
  expect(html).toMatch(/<button[^>]* disabled=""[^>]*><span>Tout payer/)
  expect(html).not.toContain('Payer')
})

test('only a reskin in the cart shows the notice about a ticket', () => {
  const [reskin] = catalogue().offersOf('reskin-top')
  expect(render([itemOf(reskin)])).toContain('un ticket est nécessaire')
  expect(render([itemOf()])).not.toContain('un ticket est nécessaire')
})

test('several items are paid by one button, a single one by its own, which is the main one then', () => {
  expect(render([itemOf(), itemOf()])).toContain('Tout payer\u00A0: 20\u00A0€')
  const single = render([itemOf()])
  expect(single).not.toContain('Tout payer')
  expect(single.split('Payer 10').length - 1).toBe(1)
})

test('with hosted buttons there is none for all', () => {
  const html = render([itemOf(), itemOf()], {}, 'hosted')
  expect(html).not.toContain('Tout payer')
  expect(html).toContain('se paie séparément')
})

test('of more than ten items the first ten are paid at once, and the page says so', () => {
  const many = Array.from({ length: 11 }, () => itemOf())
  expect(render(many)).toContain('Tout payer\u00A0: 100\u00A0€')
  expect(render(many)).toContain('dix articles à la fois')
  expect(render(many.slice(1))).not.toContain('dix articles')
})

test('what the staff need is asked, and can be answered after paying as well', () => {
  const [reskin] = catalogue().offersOf('reskin-top')
  const asked = itemOf(reskin)
  const later = 'Si le staff a besoin de savoir «\u00A0Votre souhait\u00A0»'
  const html = render([asked, itemOf()])
  expect(html).toContain('<span>Votre souhait</span></label>')
  expect(html).toContain(later)
  expect(html).not.toContain(' disabled=""')
  expect(render([{ ...asked, details: ' ' }])).toContain(later)
  expect(render([{ ...asked, details: 'a wolf' }])).not.toContain(later)
  expect(render([itemOf()])).not.toContain('<textarea')
})

test('the sentence at the button leads to the terms and to the privacy policy', () => {
  const links = [...render([itemOf()]).matchAll(/href="(\/legal\/\w+)"/g)].map(([, path]) => path)
  expect(links).toEqual(['/legal/terms', '/legal/privacy'])
})
