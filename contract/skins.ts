/** An entry of `GET /api/shop-items`, newest first, and the answer of the admin's changes. */
export interface ShopItemView {
  readonly id: string
  readonly name: string
  /** Whole Kr. */
  readonly price: number
  readonly image_url: string
  /** ISO 8601. */
  readonly created_at: string
}
