import type { CartItem } from '#domain/cart.ts'

/** A stored item of the cart. */
export const oneMonth: CartItem = {
  id: '0b0c7c86-5a3e-4b6f-9d51-0d6c8a0f1a11',
  name: 'Priority Queue',
  type: 'Priority Queue',
  price: 10,
  duration: 1,
}

export const threeMonths: CartItem = { ...oneMonth, price: 25, duration: 3 }
