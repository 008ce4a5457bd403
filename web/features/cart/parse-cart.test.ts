import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cartItemPriceCents, cartTotalCents } from '#domain/cart.ts'
import { durationsMonths, typeOf, type Product } from '#domain/products.ts'
import { products } from '#site/products.ts'
import { threeMonths } from '#test/factories/cart-item.ts'
import { parseCart } from './parse-cart.ts'

const idA = threeMonths.id
const idB = '7f3a2f0e-1e8b-4c64-8f4d-2c3b9a5d6e22'
const idC = 'c2b0a1d4-98a7-4e0b-a1c9-4b5d6e7f8a33'

const noId = (): string => {
  throw new Error('expected no new id')
}

test('no stored cart is an empty cart', () => {
  expect(parseCart(null, noId)).toEqual({ items: [], droppedCount: 0, repaired: false })
})

test('a stored item is read unchanged', () => {
  expect(parseCart(JSON.stringify([threeMonths]), noId)).toEqual({
    items: [threeMonths],
    droppedCount: 0,
    repaired: false,
  })
})

test('a price written as text is read as euros', () => {
  const stored = JSON.stringify([{ ...threeMonths, price: '25€' }])
  expect(parseCart(stored, noId).items[0]?.price).toBe(25)
})

test('a price that the server corrected to cents is kept', () => {
  const stored = JSON.stringify([{ ...threeMonths, price: 24.5 }])
  const [item] = parseCart(stored, noId).items
  expect(item && cartItemPriceCents(item)).toBe(2450)
})

test.each([
  ['a text', '"priority"'],
  ['broken JSON', '[{'],
  ['null', '[null]'],
  ['a number', '[7]'],
  ['an unknown type', JSON.stringify([{ ...threeMonths, type: 'Tank' }])],
  ['a missing name', JSON.stringify([{ ...threeMonths, name: '' }])],
  ['an unknown duration', JSON.stringify([{ ...threeMonths, duration: 2 }])],
  ['a negative price', JSON.stringify([{ ...threeMonths, price: -5 }])],
  ['a price that is not an amount', JSON.stringify([{ ...threeMonths, price: 'free' }])],
  ['a price of fractions of a cent', JSON.stringify([{ ...threeMonths, price: 1.234 }])],
])('%s is dropped and counted', (_name, stored) => {
  expect(parseCart(stored, noId)).toEqual({ items: [], droppedCount: 1, repaired: true })
})

test('valid entries survive beside invalid ones', () => {
  const stored = JSON.stringify([null, threeMonths, { id: idB }])
  expect(parseCart(stored, noId)).toEqual({
    items: [threeMonths],
    droppedCount: 2,
    repaired: true,
  })
})

test('an id that is not a UUID is replaced, and the list should be rewritten', () => {
  const stored = JSON.stringify([{ ...threeMonths, id: 1714 }])
  expect(parseCart(stored, () => idC)).toEqual({
    items: [{ ...threeMonths, id: idC }],
    droppedCount: 0,
    repaired: true,
  })
})

test('two entries with one id stay two entries with two ids', () => {
  const stored = JSON.stringify([threeMonths, threeMonths])
  const ids = parseCart(stored, () => idB).items.map((item) => item.id)
  expect(ids).toEqual([idA, idB])
})

test('an id in upper case is the same id, as in the database', () => {
  const shouted = { ...threeMonths, id: idA.toUpperCase() }
  const cart = parseCart(JSON.stringify([shouted, threeMonths]), () => idB)
  expect(cart).toMatchObject({ items: [{ id: idA }, { id: idB }], repaired: true })
})

test('colour components are clamped to 0..255', () => {
  const color = { r: -20, g: 300, b: 127.6 }
  const stored = JSON.stringify([{ ...threeMonths, type: 'Clan Color Tag', color }])
  expect(parseCart(stored, noId).items[0]?.color).toEqual({ r: 0, g: 255, b: 128 })
})

test.each([
  ['missing', undefined, { r: 155, g: 135, b: 245 }],
  ['not a colour', 'red', { r: 155, g: 135, b: 245 }],
  ['half a colour', { r: 'red', g: 1, b: 1 }, { r: 155, g: 1, b: 1 }],
])('a tag whose colour is %s gets the default', (_name, color, expected) => {
  const stored = JSON.stringify([{ ...threeMonths, type: 'Name Color Tag', color }])
  expect(parseCart(stored, noId).items[0]?.color).toEqual(expected)
})

test('an item without a choice of colour gets none', () => {
  const stored = JSON.stringify([{ ...threeMonths, color: { r: 1, g: 1, b: 1 } }])
  expect(parseCart(stored, noId).items[0]).not.toHaveProperty('color')
})

const component = fc.integer({ min: 0, max: 255 })
const common = {
  id: fc.uuid({ version: 4 }),
  name: fc.string({ minLength: 1 }),
  price: fc.integer({ min: 0, max: 9_999_999 }),
}
const optional = {
  duration: fc.constantFrom(...durationsMonths),
  steamId: fc.string(),
  discordUsername: fc.string(),
  details: fc.string({ maxLength: 500 }),
}
const typesOf = (isAsked: (kind: Product['kind']) => boolean) =>
  products.filter(({ kind }) => isAsked(kind)).map(typeOf)
const anyItem = fc.oneof(
  fc.record(
    {
      ...common,
      ...optional,
      type: fc.constantFrom(...typesOf((kind) => kind !== 'color-tag')),
    },
    { requiredKeys: ['id', 'name', 'type', 'price'] },
  ),
  fc.record(
    {
      ...common,
      ...optional,
      type: fc.constantFrom(...typesOf((kind) => kind === 'color-tag')),
      color: fc.record({ r: component, g: component, b: component }),
    },
    { requiredKeys: ['id', 'name', 'type', 'price', 'color'] },
  ),
)

test('a written cart is read back unchanged', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anyItem, { selector: (item) => item.id }), (items) => {
      expect(parseCart(JSON.stringify(items), noId)).toEqual({
        items,
        droppedCount: 0,
        repaired: false,
      })
    }),
  )
})

test('parsing never throws, whatever local storage holds', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (stored) => {
      const { items } = parseCart(stored, () => idA)
      expect(cartTotalCents(items)).toBeGreaterThanOrEqual(0)
    }),
  )
})
