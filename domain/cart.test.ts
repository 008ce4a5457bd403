import { expect, test } from 'vitest'
import { threeMonths } from '#test/factories/cart-item.ts'
import { cartTotalCents, newCartItem, type CartItem } from './cart.ts'
import { cents } from './money.ts'

const idB = '7f3a2f0e-1e8b-4c64-8f4d-2c3b9a5d6e22'

test('a new item has the stored shape of its type', () => {
  const priceCents = cents(1500)
  const prices = {
    priceCents,
    listPriceCents: priceCents,
    sale: null,
    hostedButtonId: null,
  } as const
  const offer = { tier: null, ...prices } as const
  const tag = { ...offer, key: 'tag/1', durationMonths: 1 } as const
  const clanTag = { kind: 'color-tag', slug: 'tag', name: 'Clan Color Tag', tag: 'clan' } as const
  const nameTag = { ...clanTag, name: 'Name Color Tag', tag: 'name' } as const
  const color = { r: 1, g: 2, b: 3 }
  expect(
    newCartItem({ ...tag, product: clanTag, type: clanTag.name, name: clanTag.name }, color),
  ).toStrictEqual({
    name: 'Clan Color Tag',
    type: 'Clan Color Tag',
    price: 15,
    duration: 1,
    color,
    steamId: '',
    discordUsername: '',
  })
  expect(
    newCartItem({ ...tag, product: nameTag, type: nameTag.name, name: nameTag.name }),
  ).toStrictEqual({
    name: 'Name Color Tag',
    type: 'Name Color Tag',
    price: 15,
    duration: 1,
    color: { r: 155, g: 135, b: 245 },
  })
  const product = { kind: 'reskin', slug: 'reskin-top', name: 'Top Reskin' } as const
  const top = { ...product, group: 'gear', picture: 'top' } as const
  const reskin = { key: 'reskin-top/basic', type: 'Reskin', name: 'Top Reskin Basic' } as const
  expect(newCartItem({ ...offer, ...reskin, product: top, durationMonths: null })).toStrictEqual({
    name: 'Top Reskin Basic',
    type: 'Reskin',
    price: 15,
  })
})

test('the total is the sum of the prices in cents', () => {
  const items: CartItem[] = [threeMonths, { ...threeMonths, id: idB, price: 0.1 }]
  expect(cartTotalCents(items)).toBe(2510)
})
