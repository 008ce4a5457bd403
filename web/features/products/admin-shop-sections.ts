import { hashKey } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { AnswerOf } from '#contract/endpoint.ts'
import { languages, type Language } from '#contract/language.ts'
import { productTexts, type ProductTexts } from '#contract/product-texts.ts'
import { publicSections } from '#contract/site-sections.ts'
import { listSections, saveSections, type readSold, type SectionView } from '#contract/site.ts'
import { variantsOf, type PriceList } from '#domain/catalogue.ts'
import type { PackTerms } from '#domain/packs.ts'
import type { Product } from '#domain/products.ts'
import { adminCall } from '#web/admin-kit/session.ts'
import { ApiProblem } from '#web/app/api-client.ts'

/** What is sold, as its sections have it. */
export interface Shop extends ProductEntry {
  readonly packs: readonly PackTerms[]
  /** What else is in the section of the products. */
  readonly besideProducts: Readonly<Record<string, unknown>>
  readonly versions: Readonly<Record<ShopSection, number | null>>
}

/** Products with what other sections say about them; of one product, or of all. */
export interface ProductEntry {
  readonly products: readonly Product[]
  readonly prices: PriceList
  readonly texts: ProductTexts
}

/** How many were sold of each product and pack. */
export type Sold = AnswerOf<typeof readSold>

const shopSections = ['products', 'prices', 'productTexts', 'packs'] as const
export type ShopSection = (typeof shopSections)[number]

const productsSection = z.looseObject({ products: publicSections.products })

/** Null where a section is missing, or was saved by another version of the product. */
export function readShop(views: readonly SectionView[]): Shop | null {
  const viewOf = (name: ShopSection) => views.find(({ section }) => section === name)
  const versionOf = (name: ShopSection) => viewOf(name)?.version ?? null
  const products = productsSection.safeParse(viewOf('products')?.value).data
  const prices = publicSections.prices.safeParse(viewOf('prices')?.value).data
  const packs = publicSections.packs.safeParse(viewOf('packs')?.value).data
  const texts = [viewOf('productTexts')?.fileValue, viewOf('productTexts')?.value].map(
    (value) => productTexts.safeParse(value).data,
  )
  if (!products || !prices || !packs || !texts[1]) return null
  const { products: list, ...besideProducts } = products
  return {
    products: list,
    prices,
    // A language that is not saved is that of its file.
    texts: { ...texts[0], ...texts[1] },
    packs,
    besideProducts,
    versions: {
      products: versionOf('products'),
      prices: versionOf('prices'),
      productTexts: versionOf('productTexts'),
      packs: versionOf('packs'),
    },
  }
}

function valueOf(shop: Shop, section: ShopSection): unknown {
  if (section === 'products') return { ...shop.besideProducts, products: shop.products }
  return section === 'productTexts' ? shop.texts : shop[section]
}

/** Whether two values are the same, in whatever order their fields are. */
export function isSame(one: unknown, other: unknown): boolean {
  return hashKey([one]) === hashKey([other])
}

/** The sections in which two shops differ, as they are saved at once. */
export function changedSections(before: Shop, after: Shop) {
  const changed = shopSections.filter(
    (section) => !isSame(valueOf(before, section), valueOf(after, section)),
  )
  return Object.fromEntries(
    changed.map((section) => [
      section,
      { value: valueOf(after, section), version: before.versions[section] },
    ]),
  )
}

/**
 * Saves what a change makes of the shop. When others have saved meanwhile it is made again of what is there
 * now; when it cannot be (null), nothing is saved and what is there now is the answer.
 */
export async function saveShop(
  known: Shop,
  change: (shop: Shop) => Shop | null,
): Promise<Shop | null> {
  let shop = known
  for (;;) {
    const next = change(shop)
    if (next === null) return shop
    const sections = changedSections(shop, next)
    if (Object.keys(sections).length === 0) return null
    try {
      await adminCall(saveSections, { body: { sections } })
      return null
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== 'edit_conflict') throw error
      const newest = readShop(await adminCall(listSections))
      if (newest === null) throw error
      shop = newest
    }
  }
}

/**
 * Brings back an earlier value of a section, or with null what its file says, as far as it fits what is
 * sold now. Refused when others have saved meanwhile: it would undo what nobody has seen.
 */
export async function restoreSection(
  shop: Shop,
  { section, fileValue }: Pick<SectionView, 'fileValue'> & { readonly section: ShopSection },
  value: unknown,
): Promise<void> {
  const next = withRestored(shop, section, value ?? fileValue)
  const sections = changedSections(shop, next)
  const isFiles = value === null && isSame(valueOf(next, section), fileValue)
  // A copy of the file's value would hide what a later file says.
  const own = isFiles && { [section]: { value: null, version: shop.versions[section] } }
  await adminCall(saveSections, { body: { sections: { ...sections, ...own } } })
}

/** A product with its prices and texts; null where there is none. */
export function entryOf(shop: ProductEntry, slug: string): ProductEntry | null {
  const products = shop.products.filter((product) => product.slug === slug)
  if (products.length === 0) return null
  const { prices, texts } = partsOf(shop, (one) => one === slug)
  const written = Object.entries(texts).filter(([, text]) => slug in text)
  return { products, prices, texts: Object.fromEntries(written) }
}

/** The shop with another entry for a product: a new one comes last, null removes it. */
export function withEntry(shop: Shop, slug: string, next: ProductEntry | null): Shop {
  const isThere = shop.products.some((product) => product.slug === slug)
  const added = next?.products ?? []
  const products = isThere
    ? shop.products.flatMap((product) => (product.slug === slug ? added : product))
    : [...shop.products, ...added]
  const others = partsOf(shop, (one) => one !== slug)
  return { ...shop, products, ...joined(others, next) }
}

/** Null where the product is gone. */
export function withHidden(shop: Shop, slug: string, isHidden: boolean): Shop | null {
  if (!shop.products.some((product) => product.slug === slug)) return null
  const products = shop.products.map((product) => {
    if (product.slug !== slug) return product
    const { hidden: _before, ...shown } = product
    return isHidden ? { ...shown, hidden: true } : shown
  })
  return { ...shop, products }
}

type Parts = Omit<ProductEntry, 'products'>

/** The prices and texts of some products, by their slugs. */
function partsOf({ prices, texts }: Parts, isOne: (slug: string) => boolean): Parts {
  const keep = <Value>(entries: Readonly<Record<string, Value>>) =>
    Object.fromEntries(
      Object.entries(entries).filter(([key]) => isOne(key.split('/', 1)[0] ?? key)),
    )
  return {
    prices: keep(prices),
    texts: mapLanguages(texts, (written) => keep(written)),
  }
}

function joined(parts: Parts, added: Parts | null): Parts {
  if (added === null) return parts
  const written = languages.flatMap((language): [Language, ProductTexts[Language]][] => {
    const [before, more] = [parts.texts[language], added.texts[language]]
    return before || more ? [[language, { ...before, ...more }]] : []
  })
  return { prices: { ...parts.prices, ...added.prices }, texts: Object.fromEntries(written) }
}

type TextsOfLanguage = NonNullable<ProductTexts[Language]>

function mapLanguages(
  texts: ProductTexts,
  change: (written: TextsOfLanguage) => TextsOfLanguage,
): ProductTexts {
  return Object.fromEntries(
    languages.flatMap((language) => {
      const written = texts[language]
      return written ? [[language, change(written)] as const] : []
    }),
  )
}

/**
 * Where the pages show a product: those on sale for some time are tiles of `/donation`, tags, extras and
 * the reskins of each group share a page.
 */
export function groupOf(product: Product): 'timed' | 'color-tag' | 'gear' | 'weapon' | 'extra' {
  return product.kind === 'reskin' ? product.group : product.kind
}

/** The products with one of them a place further up (-1) or down (1) among those of its group. */
export function withMoved(
  products: readonly Product[],
  slug: string,
  step: -1 | 1,
): readonly Product[] {
  const from = products.findIndex((product) => product.slug === slug)
  const moved = products[from]
  if (!moved) return products
  const others = products.flatMap((product, index) =>
    groupOf(product) === groupOf(moved) && index * step > from * step ? [index] : [],
  )
  return swapped(products, from, (step === 1 ? others[0] : others.at(-1)) ?? from)
}

export function swapped<Entry>(
  entries: readonly Entry[],
  from: number,
  to: number,
): readonly Entry[] {
  const [one, other] = [entries[from], entries[to]]
  if (one === undefined || other === undefined) return entries
  return entries.with(from, other).with(to, one)
}

/**
 * The shop with an earlier value of a section, as far as it fits what the others are now: without prices and
 * texts of products that are gone, and a product without its prices comes back hidden.
 */
export function withRestored(shop: Shop, section: ShopSection, value: unknown): Shop {
  if (section === 'packs') return { ...shop, packs: publicSections.packs.parse(value) }
  if (section === 'prices') {
    // What is sold since then keeps its price.
    return fitting({ ...shop, prices: { ...shop.prices, ...publicSections.prices.parse(value) } })
  }
  if (section === 'productTexts') return fitting({ ...shop, texts: productTexts.parse(value) })
  const { products, ...besideProducts } = productsSection.parse(value)
  return fitting({ ...shop, products, besideProducts })
}

function fitting(shop: Shop): Shop {
  const products = shop.products.map((product) => {
    const isPriced = variantsOf(product).every(({ key }) => Object.hasOwn(shop.prices, key))
    return isPriced || product.hidden ? product : { ...product, hidden: true }
  })
  const slugs = new Set(products.map(({ slug }) => slug))
  // `extras` is the page with everything that is bought once.
  return { ...shop, products, ...partsOf(shop, (slug) => slugs.has(slug) || slug === 'extras') }
}
