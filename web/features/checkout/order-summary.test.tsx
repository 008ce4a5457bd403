import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { catalogue } from '#contract/catalogue.ts'
import type { PaymentOptions } from '#contract/checkout.ts'
import { newCartItem, type CartItem } from '#domain/cart.ts'
import { parseSteamId } from '#domain/steam-id.ts'
import { storedCartText } from '#test/factories/stored-cart.ts'
import { newId } from '#web/app/new-id.ts'
import { parseCart } from '#web/features/cart/parse-cart.ts'
import { initialCheckout } from './checkout-state.ts'
import type { Checkout } from './use-checkout.ts'
import { OrderSummary } from './order-summary.tsx'

const checkout: Checkout = {
  state: initialCheckout,
  pay: async () => {},
  dispatchPayment: () => {},
}

const options: PaymentOptions = {
  driver: 'orders',
  clientId: 'client',
  scriptOrigin: 'https://www.paypal.com',
  currency: 'EUR',
  hostedButtonIds: Object.fromEntries(catalogue.offers.map(({ key }) => [key, 'BUTTON1'])),
}

function render(items: readonly CartItem[], openingItemId: string | null = null): string {
  const steamId = parseSteamId('76561198006409531')
  if (!steamId.ok) throw new Error('the test needs a good Steam ID')
  const buyer = {
    steamId: steamId.steamId64,
    discordUsername: 'nadia',
    listedAsDonor: false,
  }
  return renderToStaticMarkup(
    <OrderSummary
      items={items}
      buyer={buyer}
      steamId={buyer.steamId}
      options={options}
      pressedItemIds={[]}
      checkout={{ ...checkout, state: { ...initialCheckout, openingItemId } }}
    />,
  )
}

const itemOf = (offer = catalogue.offers[0]): CartItem => {
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

test('an item that is not sold is not in the total and cannot be paid', () => {
  const html = render([{ id: newId(), name: 'Tank', type: 'Extras', price: 5 }, itemOf()])
  expect(html).toContain('10\u00A0€</span></p></header>')
  expect(html).toContain('Cet article n’est plus en vente')
})

test('while one order is being opened, all pay buttons say so and are disabled', () => {
  const [first, second] = [itemOf(), itemOf()]
  const html = render([first, second], first.id)
  expect(html.split('Traitement en cours...').length - 1).toBe(2)
  expect(html).not.toContain('Payer')
})

test('only a reskin in the cart shows the notice about a ticket', () => {
  const [reskin] = catalogue.offersOf('reskin-top')
  expect(render([itemOf(reskin)])).toContain('un ticket est nécessaire')
  expect(render([itemOf()])).not.toContain('un ticket est nécessaire')
})
