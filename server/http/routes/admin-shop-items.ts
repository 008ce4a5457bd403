import { Hono } from 'hono'
import type { ShopItemView } from '#contract/skins.ts'
import { addShopItem } from '#server/services/admin/add-shop-item.ts'
import { changeShopItem } from '#server/services/admin/change-shop-item.ts'
import { deleteShopItem } from '#server/services/admin/delete-shop-item.ts'
import type { Services } from '#server/services/context.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { readIdempotencyKey } from '#server/http/idempotency-key.ts'
import type { KeptAnswer } from '#server/http/kept-answer.ts'
import { adminOf } from '#server/http/middleware/admin-only.ts'
import { presentShopItem } from '#server/http/present/shop-item.ts'
import { readNewShopItem, readShopItemChange } from '#server/http/read-shop-item.ts'
import { readUuid } from '#server/http/read-uuid.ts'

/** What the skin shop sells, changed by the staff. Who changes it sees the change at once. */
export function adminShopItemRoutes(
  services: Services,
  shopItems: KeptAnswer,
): Hono<HttpEnvironment> {
  return new Hono<HttpEnvironment>()
    .post('/api/admin/shop-items', async (context) => {
      const admin = adminOf(context)
      const key = readIdempotencyKey(context)
      const item = await addShopItem(services, admin, await readNewShopItem(context), key)
      shopItems.forget()
      return context.json<ShopItemView>(presentShopItem(item), 201)
    })
    .patch('/api/admin/shop-items/:id', async (context) => {
      const admin = adminOf(context)
      const itemId = readUuid(context.req.param('id'), 'item_not_found')
      const change = await readShopItemChange(context)
      const item = await changeShopItem(services, admin, itemId, change)
      shopItems.forget()
      return context.json<ShopItemView>(presentShopItem(item))
    })
    .delete('/api/admin/shop-items/:id', async (context) => {
      const admin = adminOf(context)
      const itemId = readUuid(context.req.param('id'), 'item_not_found')
      await deleteShopItem(services, admin, itemId)
      shopItems.forget()
      return context.body(null, 204)
    })
}
