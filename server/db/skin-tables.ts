import type { Generated } from 'kysely'

export interface ShopItemsTable {
  id: Generated<string>
  name: string
  /** Whole Kr. */
  price: number
  image_url: string
  created_at: Generated<Date>
}

/** Bought skins, as they were at the time. */
export interface SkinPurchasesTable {
  id: Generated<string>
  steam_id: string
  discord_username: string
  /** As in `orders`; null in rows that are older than this column. */
  buyer_hash: string | null
  user_id: string | null
  item_id: string
  item_name: string
  price_kr: number
  image_url: string
  created_at: Generated<Date>
  /** When it was posted to the staff's channel. */
  announced_at: Date | null
  /** When the staff began to work on it. */
  started_at: Date | null
  /** When the staff marked it as delivered in the game. */
  delivered_at: Date | null
}

/** What the staff wrote to the buyer of an order, or of a skin. */
export interface TaskNotesTable {
  id: Generated<number>
  purchase_id: string | null
  skin_purchase_id: string | null
  text: string
  picture_url: string | null
  /** As in `audit_log`. */
  author: string
  at: Date
}

/** Pictures as we encoded them, by the SHA-256 of their bytes. */
export interface ImagesTable {
  hash: string
  media_type: string
  bytes: Uint8Array
  /** When an item last started or stopped using it, or a note came with it. */
  needed_at: Generated<Date>
}
