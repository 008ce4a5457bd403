import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Router } from 'wouter'
import { catalogue } from '#web/features/products/catalogue.ts'
import { newCartItem, type CartItem } from '#domain/cart.ts'
import { storedCartText } from '#test/factories/stored-cart.ts'
import { setSite, site } from '#web/app/site.ts'
import { newId } from '#web/app/new-id.ts'
import type { CodeState } from './cart-code.ts'
import { CartList, CartTotal } from './cart-page.tsx'
import { parseCart } from './parse-cart.ts'

const noCode: CodeState = {
  stored: null,
  isPending: false,
  problem: null,
  left: null,
  priced: (item) => item,
}

function render(items: readonly CartItem[]): string {
  return renderToStaticMarkup(
    <Router ssrPath="/cart">
      <CartList items={items} onRemove={() => {}} />
      <CartTotal items={items} code={noCode} />
    </Router>,
  )
}

test('the cart renders whatever local storage holds, with a remove button for every entry', () => {
  fc.assert(
    fc.property(storedCartText, (text) => {
      const { items } = parseCart(text, newId)
      const html = render(items)
      expect(html.split('id="remove-').length - 1).toBe(items.length)
      expect(html).not.toMatch(/NaN|style=/)
    }),
    { numRuns: 300 },
  )
})

test('the cart asks for a code unless PayPal’s buttons have the prices', () => {
  const [offer] = catalogue().offersOf('reset-stats')
  if (!offer) throw new Error('the extra is gone')
  const items = [{ id: newId(), ...newCartItem(offer) }]
  const shop = site()
  expect(render(items)).toContain('J’ai un code')
  setSite({ ...shop, takesCodes: false })
  expect(render(items)).not.toContain('J’ai un code')
  setSite(shop)
})

test('a parsed cart is the same when stored and parsed again', () => {
  fc.assert(
    fc.property(storedCartText, (text) => {
      const { items } = parseCart(text, newId)
      const again = parseCart(JSON.stringify(items), newId)
      expect(again).toEqual({ items, droppedCount: 0, repaired: false })
    }),
    { numRuns: 300 },
  )
})

test('an entry that is not sold is marked, and the others can still be paid', () => {
  const tank: CartItem = { id: newId(), name: 'Tank', type: 'Extras', price: 5 }
  const [offer] = catalogue().offersOf('reset-stats')
  if (!offer) throw new Error('the extra is gone')
  const alone = render([tank])
  expect(alone).toContain('Nous ne vendons plus cet article')
  expect(alone).not.toContain('href="/checkout"')
  const together = render([tank, { id: newId(), ...newCartItem(offer) }])
  expect(together).toContain('href="/checkout"')
  expect(together).toMatch(/>1\sarticle</)
})
