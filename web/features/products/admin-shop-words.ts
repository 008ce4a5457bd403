import { languages } from '#contract/language.ts'
import type { WrittenText } from '#contract/product-texts.ts'
import { variantsOf, type Offer, type PriceList } from '#domain/catalogue.ts'
import { cents } from '#domain/money.ts'
import type { PackTerms } from '#domain/packs.ts'
import type { Product } from '#domain/products.ts'
import { formatCents, formatDollars, formatKr } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { textLines as textLineNames, type TextLine } from './admin-product-draft.ts'
import type { ProductEntry, Shop, ShopSection } from './admin-shop-sections.ts'

export function offerName({
  durationMonths,
  tier,
}: Pick<Offer, 'durationMonths' | 'tier'>): string {
  if (durationMonths !== null) return m.duration_months({ count: durationMonths })
  return tier ?? m.admin_product_price()
}

/** The prices of a product, as `1 mois : 10 €`; without those that are not sold. */
export function pricesText(product: Product, prices: PriceList): string {
  const shown = variantsOf(product).flatMap((variant) => {
    const terms = prices[variant.key]
    if (!terms || terms.hidden) return []
    const price = formatCents(cents(Math.round(terms.priceEuros * 100)))
    return product.kind === 'extra'
      ? [price]
      : [m.admin_product_named({ name: offerName(variant), text: price })]
  })
  return shown.join(' · ')
}

export function packText(pack: PackTerms): string {
  const { amount, bonus, priceDollars, hidden } = pack
  const price = formatDollars(cents(Math.round(priceDollars * 100)))
  const text = `${formatKr(amount)} + ${formatKr(bonus)} · ${price}`
  return hidden ? `${text} · ${m.admin_product_hidden()}` : text
}

/** A product in words, to compare two versions of it. */
export function entryText(entry: ProductEntry | null): string {
  const product = entry?.products[0]
  if (!entry || !product) return m.admin_edit_gone()
  return [
    productText(product),
    ...priceLines([product], entry.prices),
    ...textLines([product], entry.texts),
  ].join('\n')
}

export function sectionText(shop: Shop, section: ShopSection): string {
  const { products, prices, texts, packs } = shop
  if (section === 'products') return products.map((one) => productText(one)).join('\n')
  if (section === 'prices') return priceLines(products, prices).join('\n')
  if (section === 'packs') return packs.map((pack) => packText(pack)).join('\n')
  return textLines(products, texts).join('\n')
}

function productText(product: Product): string {
  const slots = 'slots' in product && product.slots !== undefined ? product.slots : null
  const parts = [
    product.name,
    product.hidden ? m.admin_product_hidden() : m.admin_product_shown(),
    slots !== null && m.admin_product_slots_count({ count: slots }),
  ]
  return parts.filter((part) => part !== false).join(' · ')
}

function priceLines(products: readonly Product[], prices: PriceList): string[] {
  return products.flatMap(variantsOf).flatMap((variant) => {
    const terms = prices[variant.key]
    if (!terms) return []
    const parts = [
      variant.product.name,
      variant.product.kind !== 'extra' && offerName(variant),
      formatCents(cents(Math.round(terms.priceEuros * 100))),
      terms.hidden === true && m.admin_product_hidden(),
    ]
    return [parts.filter((part) => part !== false).join(' · ')]
  })
}

function textLines(products: readonly Product[], texts: ProductEntry['texts']): string[] {
  const names = new Map(products.map(({ slug, name }) => [slug, name]))
  return languages.flatMap((language) =>
    Object.entries(texts[language] ?? {}).flatMap(([slug, text]) =>
      linesOf(text).map((line) => `${language} · ${names.get(slug) ?? slug} · ${line}`),
    ),
  )
}

function linesOf({ details, note, points = [], question, done, ...lines }: WrittenText): string[] {
  const named = { ...lines, detailsLabel: details?.label, detailsHint: details?.hint }
  return [
    ...textLineNames.flatMap((line) => {
      const text = line === 'points' ? undefined : named[line]
      return text === undefined ? [] : [lineText(line, text)]
    }),
    ...points.map((point) => lineText('points', point)),
    // Of the page with everything that is bought once.
    ...[question, done, note?.title, note?.text].flatMap((text) => text ?? []),
  ]
}

function lineText(line: TextLine, text: string): string {
  return m.admin_product_named({ name: m.admin_product_line({ line }), text })
}

/** Of two texts the lines that the other one lacks. */
export function differingLines(mine: string, theirs: string): readonly [string, string] {
  const [own, others] = [mine.split('\n'), theirs.split('\n')]
  return [linesWithout(own, others), linesWithout(others, own)]
}

function linesWithout(lines: readonly string[], known: readonly string[]): string {
  const there = new Set(known)
  return lines.filter((line) => !there.has(line)).join('\n')
}
