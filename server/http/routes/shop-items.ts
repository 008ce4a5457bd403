import { Hono } from 'hono'
import type { ShopItemView } from '#contract/skins.ts'
import type { Database } from '#server/db/database.ts'
import type { EventHub } from '#server/realtime/event-hub.ts'
import { listShopItems } from '#server/services/skins/list-shop-items.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { keepAnswer, type KeptAnswer } from '#server/http/kept-answer.ts'
import { sendFile } from '#server/http/pages/send-file.ts'
import { presentShopItem } from '#server/http/present/shop-item.ts'

export const shopItemsPath = '/api/shop-items'

/** Should a change not be heard of. A purchase asks the database for the price anyway. */
const keptMilliseconds = 10_000

/** The list of the skin shop; any process that changes it makes all forget it. */
export function keepShopItems(database: Database, hub: EventHub): KeptAnswer {
  const list = keepAnswer(async (): Promise<ShopItemView[]> => {
    return (await listShopItems(database)).map(presentShopItem)
  }, keptMilliseconds)
  hub.subscribe(
    {
      audience: null,
      send: ({ name }) => {
        if (name === 'shop-items') list.forget()
      },
      end: () => undefined,
    },
    null,
  )
  return list
}

/** What the skin shop sells, for everybody. */
export function shopItemRoutes(shopItems: KeptAnswer): Hono<HttpEnvironment> {
  return new Hono<HttpEnvironment>().get(shopItemsPath, async (context) => {
    const list = await shopItems.read()
    context.header('cache-control', 'no-cache')
    return sendFile(context, list)
  })
}
