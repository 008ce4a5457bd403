import type { ProductText } from '#contract/product-texts.ts'
import type { CartItem } from '#domain/cart.ts'
import {
  productOfItem,
  productOfOffer,
  productOfType,
  type Product,
  type ProductType,
} from '#domain/products.ts'
import { site } from '#web/app/site.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { productText } from './shop-texts.ts'

/** The type of a product, in the page's language. */
export function productKind(type: ProductType): string {
  if (type === 'Reskin') return m.product_type_reskin()
  if (type === 'Extras') return m.product_type_extras()
  const product = productOfType(site().products, type)
  // Orders can be older than the list of products.
  return product ? productText(product).label : type
}

export function kindText(type: ProductType, months: number | undefined): string {
  const kind = productKind(type)
  return months === undefined ? kind : `${kind} · ${m.duration_months({ count: months })}`
}

/** What the checkout asks about an item of the cart. */
export function detailsOf(item: CartItem): ProductText['details'] {
  return detailsOfProduct(productOfItem(site().products, item))
}

/** What the staff need to know about an order. */
export function detailsOfOffer(offerKey: string): ProductText['details'] {
  return detailsOfProduct(productOfOffer(site().products, offerKey))
}

function detailsOfProduct(product: Product | undefined): ProductText['details'] {
  return product ? productText(product).details : null
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
