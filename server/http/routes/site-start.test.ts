import { expect, it } from 'vitest'
import { siteFiles } from '#server/services/site/files.ts'
import { describeOnDatabase } from '#test/database.ts'
import { adminByCode } from '#test/factories/admin.ts'
import { cartItem, checkoutBody, openOrder } from '#test/factories/checkout.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import { openShop } from '#test/shop.ts'

describeOnDatabase('a start with files that do not fit what was saved', (_open, create) => {
  it('is refused in a sentence', async () => {
    const location = await create()
    const shop = await openShop(location)
    const items = [cartItem({ price: 25 })]
    const order = checkoutBody({ items, totalPrice: '25', steamId: newSteamId() })
    await openOrder(shop.visitor(), order)
    const dearer = { ...siteFiles.prices['priority-queue/3'], priceEuros: 30 }
    const value = { ...siteFiles.prices, 'priority-queue/3': dearer }
    const admin = await adminByCode(shop)
    const saved = await admin.put('/api/admin/site/prices', { value, version: null })
    expect(saved.status).toBe(200)
    await shop.stop()
    const others = siteFiles.products.products.filter(({ slug }) => slug !== 'priority-queue')
    const products = { ...siteFiles.products, products: others }
    const prices = Object.fromEntries(
      Object.entries(siteFiles.prices).filter(([key]) => !key.startsWith('priority-queue')),
    )
    const start = () => openShop(location, {}, { ...siteFiles, products, prices })
    await expect(start()).rejects.toThrow(
      '["priority-queue/1"] of prices, as saved in /admin: is of no product. Undo the change of site/',
    )
  })
})
