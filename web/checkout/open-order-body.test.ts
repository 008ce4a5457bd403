import { expect, test } from 'vitest'
import type { CartItem } from '#domain/cart.ts'
import { parseSteamId } from '#domain/steam-id.ts'
import { openOrderRequest } from '#contract/checkout.ts'
import { openOrderBody } from './open-order-body.ts'

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
  const buyer = { steamId: steamId.steamId64, discordUsername: 'nadia', listedAsDonor: true }
  return openOrderBody(cartItem, buyer, null)
}

test('one item is sent, with its total as decimal euros', () => {
  expect(bodyOf(item)).toEqual({
    steamId: '76561198006409531',
    discordUsername: 'nadia',
    listedAsDonor: true,
    discordAvatarUrl: null,
    items: [item],
    totalPrice: '25.00',
  })
})

test('the colour goes along as it is in the cart', () => {
  const color = { r: 12, g: 200, b: 255 }
  const tag: CartItem = { ...item, name: 'Name Color Tag', type: 'Name Color Tag', color }
  expect(openOrderRequest.parse(bodyOf(tag)).items[0].color).toEqual(color)
})

test('the server reads the body, and a corrected price with cents as well', () => {
  const read = openOrderRequest.parse(JSON.parse(JSON.stringify(bodyOf({ ...item, price: 24.5 }))))
  expect(read.items[0].price).toBe(2450)
  expect(read.totalPrice).toBe(2450)
})
