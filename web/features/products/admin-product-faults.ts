import type * as z from 'zod/mini'
import { toFieldError } from '#contract/problem.ts'
import { productTextsOf } from '#contract/product-texts.ts'
import { publicSections } from '#contract/site-sections.ts'
import { findPriceFaults } from '#domain/catalogue.ts'
import type { ApiProblem } from '#web/app/api-client.ts'
import type { FieldErrors } from '#web/app/use-form.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { offerId, type PricedOffer } from './admin-product-draft.ts'
import type { ProductEntry, ShopSection } from './admin-shop-sections.ts'

/** `name`, `slug`, `slots`, `price/<offer>`, `button/<offer>`, `text/<language>/<line>`. */
export type ProductField = string

export function entryFaults(
  { products, prices, texts }: ProductEntry,
  offers: readonly PricedOffer[],
): FieldErrors<ProductField> {
  const priceFaults = findPriceFaults(products, prices).map(({ code, key }) => ({
    section: 'prices' as const,
    place: [key],
    code,
  }))
  const checked = [
    ...faultsIn('products', publicSections.products, products),
    ...faultsIn('prices', publicSections.prices, prices),
    ...faultsIn('productTexts', productTextsOf(products), texts),
    ...priceFaults,
  ]
  const isAnyOn = offers.some(({ typed }) => typed.isOn)
  // What is not sold lacks a price only as long as nothing has one.
  const unsold = new Set(
    offers.flatMap(({ id, typed, priceCents }) =>
      isAnyOn && !typed.isOn && priceCents === null ? [`price/${id}`] : [],
    ),
  )
  return Object.fromEntries(errorsOf(checked, offers).filter(([field]) => !unsold.has(field)))
}

interface Fault {
  readonly section: ShopSection
  readonly place: readonly string[]
  readonly code: string
}

function faultsIn(section: ShopSection, schema: z.ZodMiniType, value: unknown): readonly Fault[] {
  const issues = schema.safeParse(value).error?.issues ?? []
  return issues.map((issue) => ({
    section,
    place: issue.path.map(String),
    code: toFieldError(issue).code,
  }))
}

/** The same by the server. */
export function refusedFields(
  { errors }: Pick<ApiProblem, 'errors'>,
  offers: readonly PricedOffer[],
): FieldErrors<ProductField> {
  const faults = errors.flatMap(({ path, code }): Fault[] => {
    const [, section, , ...place] = path.split('.')
    if (section === 'products') return [{ section, place: place.slice(1), code }]
    return section === 'prices' || section === 'productTexts' ? [{ section, place, code }] : []
  })
  return Object.fromEntries(errorsOf(faults, offers))
}

function errorsOf(
  faults: readonly Fault[],
  offers: readonly PricedOffer[],
): [ProductField, string][] {
  // The first fault of a field is shown.
  return faults.toReversed().flatMap(({ section, place, code }): [ProductField, string][] => {
    const [first = '', second = '', third = '', fourth = ''] = place
    if (section === 'products') {
      const known = ['name', 'slug', 'slots'].includes(second)
      return known ? [[second, m.admin_product_fault({ fault: faultOf(second, code) })]] : []
    }
    if (section === 'prices') {
      const part = second === 'hostedButtonId' ? 'button' : 'price'
      const id = code === 'nothing_sold' ? (offers[0]?.id ?? '') : offerId(first)
      return [[`${part}/${id}`, m.admin_product_fault({ fault: faultOf(part, code) })]]
    }
    const line = third === 'details' ? (fourth === 'hint' ? 'detailsHint' : 'detailsLabel') : third
    return [[`text/${first}/${line}`, m.admin_product_fault({ fault: faultOf('text', code) })]]
  })
}

function faultOf(field: string, code: string): string {
  if (code === 'repeated' || code === 'taken') return `${field}_taken`
  if (code === 'nothing_sold' || code === 'button_keeps_price') return code
  return field === 'text' && (code === 'missing' || code === 'too_small') ? 'text_missing' : field
}
