import { queryOptions } from '@tanstack/react-query'
import type { ShopItemView } from '#contract/skins.ts'
import { shopItemsAddress } from '#contract/page-renderer.ts'
import { call } from '#web/app/api-client.ts'
import { queryKeys } from '#web/app/query-client.ts'

export type ShopItems = readonly ShopItemView[]

export const shopItemsQuery = {
  ...queryOptions({ queryKey: queryKeys.shopItems, queryFn: fetchShopItems }),
  address: shopItemsAddress,
}

/** In the order of the page: those with a place, then the others, the newest first. */
export function inShopOrder(items: ShopItems): ShopItems {
  return items.toSorted((a, b) => placeOf(a) - placeOf(b))
}

function placeOf({ position }: ShopItemView): number {
  return position ?? Number.MAX_SAFE_INTEGER
}

export function isSoldOut({ stock }: ShopItemView): boolean {
  return stock === 0
}

async function fetchShopItems(): Promise<ShopItems> {
  try {
    return await call(import('#contract/skins.ts').then(({ listShopItems }) => listShopItems))
  } catch (error) {
    // oxlint-disable-next-line no-console -- helps to find out why the shop stays empty
    console.warn('skin shop: the items could not be loaded', error)
    throw error
  }
}
