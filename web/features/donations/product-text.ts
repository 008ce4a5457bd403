import readShopTexts from 'content:products'
import type { CartItem } from '#domain/cart.ts'
import { findProduct, productOfType, type Product, type ProductType } from '#domain/products.ts'
import { products } from '#site/products.ts'
import { m } from '#web/i18n/paraglide/messages.js'

/** What the pages say about a product, as the build makes it from `content/products/`. */
export interface ProductText {
  /** Its type, for carts and orders; of a reskin the kind of item. */
  readonly label: string
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
  /** What the checkout asks because the staff need it to deliver; null when they need nothing. */
  readonly details: { readonly label: string; readonly hint: string } | null
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

/** The type of a product, in the page's language. */
export function productKind(type: ProductType): string {
  if (type === 'Reskin') return m.product_type_reskin()
  if (type === 'Extras') return m.product_type_extras()
  const product = productOfType(products, type)
  // Orders can be older than the list of products.
  return readShopTexts().products[product?.slug ?? '']?.label ?? type
}

/** What the checkout asks about an item. */
export function detailsOf(item: Pick<CartItem, 'type' | 'name'>): ProductText['details'] {
  return readShopTexts().products[findProduct(products, item)?.slug ?? '']?.details ?? null
}

interface TitledItem {
  readonly name: string
  /** In months. */
  readonly duration?: number
}

/** An item in one line, `Priority Queue, 3 months`. Its name is a proper name in every language. */
export function itemTitle({ name, duration }: TitledItem): string {
  return duration === undefined ? name : `${name}, ${m.duration_months({ count: duration })}`
}
