import type { ProductType } from '#domain/products.ts'
import { m } from '#web/i18n/paraglide/messages.js'

const kinds: Readonly<Record<ProductType, () => string>> = {
  'Priority Queue': () => m.product_type_priority_queue(),
  'Clan Color Tag': () => m.product_type_clan_color_tag(),
  'Name Color Tag': () => m.product_type_name_color_tag(),
  Reskin: () => m.product_type_reskin(),
  Extras: () => m.product_type_extras(),
}

/** The type of a product, in the page's language. */
export function productKind(type: ProductType): string {
  return kinds[type]()
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
