import type { ShopItemView } from '#contract/skins.ts'
import type { ShopItemRecord } from '#server/services/skins/list-shop-items.ts'

export function presentShopItem(item: ShopItemRecord): ShopItemView {
  return {
    id: item.id,
    name: item.name,
    price: item.price,
    image_url: item.image_url,
    created_at: item.created_at.toISOString(),
  }
}
