import readShopTexts from 'content:products'
import type { Product } from '#domain/products.ts'
import type { ExtrasText, ProductText } from '#contract/shop-texts.ts'

// In a file of its own: carts, orders and the checkout need the labels only.

/** The text of a product on sale; of one that has none yet, its name. */
export function productText({ slug, name }: Pick<Product, 'slug' | 'name'>): ProductText {
  const named = { label: name, title: name, eyebrow: name, description: name, lead: '', tile: '' }
  return readShopTexts().products[slug] ?? { ...named, points: [], details: null }
}

export function extrasText(): ExtrasText | null {
  return readShopTexts().extras
}
