/** What carts and orders say about a product. */
export interface ProductLabel {
  /** Its type; of a reskin the kind of item. */
  readonly label: string
  /** What the checkout asks because the staff need it to deliver; null when they need nothing. */
  readonly details: { readonly label: string; readonly hint: string } | null
}

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

/** The texts of the shop in one language. */
export interface ShopTexts {
  /** By slug. */
  readonly products: Readonly<Record<string, ProductText>>
  /** Null when nothing is bought once. */
  readonly extras: ExtrasText | null
}
