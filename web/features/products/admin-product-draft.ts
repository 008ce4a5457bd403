import * as z from 'zod/mini'
import { defaultLanguage, languages, type Language } from '#contract/language.ts'
import { neededLines, type WrittenText } from '#contract/product-texts.ts'
import { variantsOf, type Offer, type OfferTerms } from '#domain/catalogue.ts'
import { cents, parseAmount, toDecimal, type Cents } from '#domain/money.ts'
import type { Product } from '#domain/products.ts'
import type { ProductEntry } from './admin-shop-sections.ts'

/** One price as it is typed. */
const typedOffer = z.object({
  price: z.string(),
  /** Whether this duration or tier is sold. */
  isOn: z.boolean(),
  /** The id of PayPal's hosted button; empty without one. */
  button: z.string(),
})
export type TypedOffer = z.output<typeof typedOffer>

export const textLines = [
  'label',
  'lead',
  'tile',
  'points',
  'title',
  'eyebrow',
  'description',
  'detailsLabel',
  'detailsHint',
] as const
export type TextLine = (typeof textLines)[number]

const typedText = z.record(z.enum(textLines), z.string())
export type TypedText = Readonly<Record<TextLine, string>>

export const newKinds = ['timed', 'extra'] as const

/** The form of a product as it is typed. */
export const typedProduct = z.object({
  kind: z.enum(['timed', 'color-tag', 'reskin', 'extra']),
  slug: z.string(),
  name: z.string(),
  isShown: z.boolean(),
  /** Empty for all who want it. */
  slots: z.string(),
  /** By what follows the slug in the key of an offer: months, a tier, or nothing. */
  offers: z.record(z.string(), typedOffer),
  texts: z.record(z.enum(languages), typedText),
})
export type TypedProduct = z.output<typeof typedProduct>

/** The form of a product; that of a new one sells a month, or one piece. */
export function typedFrom(entry: ProductEntry | null): TypedProduct {
  const product = entry?.products[0]
  const kind = product?.kind ?? 'timed'
  const slug = product?.slug ?? ''
  const variants = product ? variantsOf(product) : newKinds.flatMap((one) => variantsOfKind(one))
  const slots = product && 'slots' in product ? product.slots : undefined
  return {
    kind,
    slug,
    name: product?.name ?? '',
    isShown: product?.hidden !== true,
    slots: slots === undefined ? '' : String(slots),
    offers: Object.fromEntries(
      variants.map(({ key, durationMonths }): [string, TypedOffer] => {
        const terms = entry?.prices[key]
        const isOn = product ? terms?.hidden !== true : (durationMonths ?? 1) === 1
        return [
          offerId(key),
          { price: priceText(terms), isOn, button: terms?.hostedButtonId ?? '' },
        ]
      }),
    ),
    texts: {
      fr: typedTextFrom(entry?.texts.fr?.[slug]),
      en: typedTextFrom(entry?.texts.en?.[slug]),
      ru: typedTextFrom(entry?.texts.ru?.[slug]),
      es: typedTextFrom(entry?.texts.es?.[slug]),
    },
  }
}

function variantsOfKind(kind: (typeof newKinds)[number]) {
  return variantsOf({ kind, slug: '', name: '' })
}

/** What follows the slug in the key of an offer. */
export function offerId(key: string): string {
  return key.split('/')[1] ?? ''
}

function priceText(terms: OfferTerms | undefined): string {
  if (!terms) return ''
  const amount = toDecimal(cents(Math.round(terms.priceEuros * 100)))
  return amount.replace(/\.00$/, '')
}

function typedTextFrom(text: WrittenText = {}): TypedText {
  const { details, points = [] } = text
  return {
    label: text.label ?? '',
    lead: text.lead ?? '',
    tile: text.tile ?? '',
    points: points.join('\n'),
    title: text.title ?? '',
    eyebrow: text.eyebrow ?? '',
    description: text.description ?? '',
    detailsLabel: details?.label ?? '',
    detailsHint: details?.hint ?? '',
  }
}

/** The product that the form describes, as `base` was before. */
function productFrom(typed: TypedProduct, base: ProductEntry | null): Product {
  const { hidden: _hidden, ...before } = base?.products[0] ?? newProduct(typed)
  const common = { name: typed.name.trim(), ...(!typed.isShown && { hidden: true }) }
  if (before.kind === 'reskin' || before.kind === 'extra') return { ...before, ...common }
  const { slots: _slots, ...rest } = before
  const text = typed.slots.trim()
  return { ...rest, ...common, ...(text !== '' && { slots: Number(text) }) }
}

function newProduct({ kind, slug }: TypedProduct): Product {
  return { kind: kind === 'extra' ? 'extra' : 'timed', slug: slug.trim(), name: '' }
}

/** An offer of the form, with its price where one is typed. */
export interface PricedOffer extends Omit<
  Offer,
  'priceCents' | 'listPriceCents' | 'sale' | 'hostedButtonId'
> {
  readonly id: string
  readonly typed: TypedOffer
  readonly priceCents: Cents | null
}

/** The offers of the form's product. */
export function offersFrom(typed: TypedProduct, base: ProductEntry | null): readonly PricedOffer[] {
  const product = productFrom(typed, base)
  return variantsOf(product).flatMap((variant) => {
    // Not `offerId`: as long as somebody types, there may be a slash in the slug too.
    const id = variant.key.slice(product.slug.length + 1)
    const offer = typed.offers[id]
    return offer ? [{ ...variant, id, typed: offer, priceCents: parseAmount(offer.price) }] : []
  })
}

/**
 * The entry that the form describes. `idOfForm` makes the ids that offers without a hosted button are known
 * by; null with hosted buttons, where an offer without one is not sold.
 */
export function entryFrom(
  typed: TypedProduct,
  base: ProductEntry | null,
  idOfForm: string | null,
): ProductEntry {
  const product = productFrom(typed, base)
  const offers = offersFrom(typed, base)
  const priced = offers.filter(({ priceCents }) => priceCents !== null)
  const first = priced.find((offer) => offer.typed.isOn) ?? priced[0]
  const prices = offers.flatMap((offer): [string, OfferTerms][] => {
    const { key, durationMonths } = offer
    const { isOn, price } = offer.typed
    const ofMonths = isOn ? null : priceOfMonths(durationMonths, first)
    const isLeftOut = !isOn || price.trim() === ''
    const priceCents = offer.priceCents ?? ofMonths ?? (isLeftOut ? null : 0)
    if (priceCents === null) return []
    const hostedButtonId = buttonOf(offer, base?.prices[key], idOfForm)
    const hidden = !isOn && { hidden: true }
    return [[key, { priceEuros: priceCents / 100, hostedButtonId, ...hidden }]]
  })
  const texts = languages.flatMap((language) => {
    const text = textFrom(typed.texts[language], product, language)
    return text ? [[language, { [product.slug]: text }] as const] : []
  })
  return {
    products: [product],
    prices: Object.fromEntries(prices),
    texts: Object.fromEntries(texts),
  }
}

/** A duration that is not sold needs a price too: that of as many months of another one. */
function priceOfMonths(months: number | null, other: PricedOffer | undefined): number | null {
  if (months === null || !other || other.priceCents === null) return null
  return Math.round((other.priceCents * months) / (other.durationMonths ?? 1))
}

function buttonOf(
  { id, typed }: PricedOffer,
  before: OfferTerms | undefined,
  idOfForm: string | null,
): string | null {
  if (idOfForm === null) return typed.button.trim().toUpperCase() || null
  if (before) return before.hostedButtonId
  // Like those in `site/prices.ts`: with hosted buttons the owner has to replace it.
  return `SAMPLE${idOfForm.replaceAll('-', '').slice(0, 20)}${id}`.toUpperCase()
}

/** Null where nothing is written. */
function textFrom(typed: TypedText, product: Product, language: Language): WrittenText | null {
  const { points, detailsLabel, detailsHint, ...written } = typed
  const lines = Object.entries(written).flatMap(([name, text]) =>
    text.trim() === '' ? [] : [[name, text.trim()] as const],
  )
  const list = points.split('\n').flatMap((point) => point.trim() || [])
  const details = { label: detailsLabel.trim(), hint: detailsHint.trim() }
  const isAsked = details.label !== '' || details.hint !== ''
  // French stands in for the other languages.
  if (lines.length === 0 && list.length === 0 && !isAsked && language !== defaultLanguage)
    return null
  const needsLabel = neededLines[product.kind].includes('label')
  return {
    ...(needsLabel && { label: product.name }),
    ...Object.fromEntries(lines),
    ...(list.length > 0 && { points: list }),
    ...(isAsked && { details }),
  }
}
