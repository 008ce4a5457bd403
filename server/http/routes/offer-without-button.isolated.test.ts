import { expect, it, vi } from 'vitest'
import { createCatalogue } from '#domain/catalogue.ts'
import { priceList as shippedPrices } from '#site/prices.ts'
import { products } from '#site/products.ts'
import { describeOnDatabase } from '#test/database.ts'
import { cartItem, checkoutBody } from '#test/factories/checkout.ts'
import { openShop } from '#test/shop.ts'

// The shop of a community that has not made all of its buttons yet.
vi.mock(import('#contract/catalogue.ts'), () => {
  const withoutButton = { priceEuros: 100, hostedButtonId: null }
  const priceList = { ...shippedPrices, 'reset-enemies-stats': withoutButton }
  return { catalogue: createCatalogue(products, priceList) }
})

describeOnDatabase('an offer without a button', (_open, createTestDatabase) => {
  it('is listed without being sold', async () => {
    const shop = await openShop(await createTestDatabase())
    const buyer = shop.visitor()
    const { body: options } = await buyer.get('/api/payment-options')
    expect(options['hostedButtonIds']).toHaveProperty(['reset-stats'])
    expect(options['hostedButtonIds']).not.toHaveProperty(['reset-enemies-stats'])
    const name = 'Reset your enemies stats'
    const item = cartItem({ name, type: 'Extras', price: 100, duration: undefined })
    const body = checkoutBody({ items: [item], totalPrice: '100' })
    const answer = await buyer.post('/functions/v1/discord-purchase-notification', body)
    expect([answer.status, answer.body['code']]).toEqual([422, 'item_not_sold'])
  })
})
