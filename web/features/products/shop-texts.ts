import readShopTexts from 'content:products'
import type { Product } from '#domain/products.ts'
import type { ProductLabel } from './product-text.ts'

// In a file of its own: carts, orders and the checkout need the labels only.

/** What the pages of the shop say about a product. */
export interface ProductText extends ProductLabel {
  readonly title: string
  /** The line above the title. */
  readonly eyebrow: string
  /** For search engines. */
  readonly description: string
  readonly lead: string
  /** On the tile that leads to its page. */
  readonly tile: string
  /** What the buyer gets. */
  readonly points: readonly string[]
}

/** The texts of the page with everything that is bought once. */
export interface ExtrasText extends Pick<ProductText, 'eyebrow' | 'lead' | 'tile'> {
  /** Above the offers. */
  readonly question: string
  /** The last step after the purchase. */
  readonly done: string
  readonly note: { readonly title: string; readonly text: string }
}

/** What `content:products` returns. */
export interface ShopTexts {
  readonly products: Readonly<Record<string, ProductText>>
  /** Null when nothing is bought once. */
  readonly extras: ExtrasText | null
}

/** The text of a product on sale; the build fails where one has none. */
export function productText({ slug }: Pick<Product, 'slug'>): ProductText {
  const text = readShopTexts().products[slug]
  if (!text) throw new Error(`${slug} has no text in content/products/`)
  return text
}

export function extrasText(): ExtrasText | null {
  return readShopTexts().extras
}
