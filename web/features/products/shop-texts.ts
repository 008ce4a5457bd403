import readShopTexts from 'content:products'
import type { Product } from '#domain/products.ts'
import type { ExtrasText, ProductText } from '#contract/shop-texts.ts'

// In a file of its own: carts, orders and the checkout need the labels only.

/** The text of a product on sale; the build fails where one has none. */
export function productText({ slug }: Pick<Product, 'slug'>): ProductText {
  const text = readShopTexts().products[slug]
  if (!text) throw new Error(`${slug} has no text in content/products/`)
  return text
}

export function extrasText(): ExtrasText | null {
  return readShopTexts().extras
}
