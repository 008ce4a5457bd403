import { changeOffer, type OfferView } from '#contract/offers.ts'
import { cents } from '#domain/money.ts'
import { isGift, packsName, type OfferKind } from '#domain/offers.ts'
import { perkOf } from '#domain/products.ts'
import type { StateText } from '#web/admin-kit/texts.ts'
import { formatMoment } from '#web/admin-kit/values.tsx'
import { site } from '#web/app/site.ts'
import { perkName } from '#web/features/perks/perk-products.ts'
import { productText } from '#web/features/products/shop-texts.ts'
import { formatCents, formatKr, formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import type { OfferState } from './admin-offer-draft.ts'

/** What an offer gives: `−20 %`, `−5 €`, `500 Kr` or `VIP, 1 mois`. */
export function givenText({
  kind,
  value,
  products,
}: Pick<OfferView, 'kind' | 'value' | 'products'>) {
  if (kind === 'percent') return m.admin_offer_percent({ percent: formatNumber(value) })
  if (kind === 'amount') return `−${formatCents(cents(value))}`
  if (kind === 'kr') return formatKr(value)
  const months = m.duration_months({ count: value })
  return `${perkText(products?.[0] ?? '')}, ${months}`
}

/** Several offers can give the same: with the code or products, and the note. */
export function fullName(offer: OfferView): string {
  const parts = [givenText(offer), offer.code ?? productsText(offer), offer.note]
  return parts.filter(Boolean).join(', ')
}

/** The perk of a product, in the page's language. */
export function perkText(slug: string): string {
  const product = site().products.find((one) => one.slug === slug)
  const perk = product ? perkOf(product) : null
  return perk === null ? slug : perkName(perk)
}

/** The products that give a perk. */
export function perkSlugs(): readonly string[] {
  return site()
    .products.filter((product) => perkOf(product) !== null)
    .map(({ slug }) => slug)
}

/** The name of a product, as that of its perk, or of all packs. */
export function productName(slug: string): string {
  if (slug === packsName) return m.admin_offer_packs()
  const product = site().products.find((one) => one.slug === slug)
  if (!product) return slug
  const { label, title } = productText(product)
  return perkOf(product) === null ? title : label
}

/** What an offer is for; null of a gift, which says so itself. */
export function productsText({ kind, products }: Pick<OfferView, 'kind' | 'products'>) {
  if (isGift(kind)) return null
  return products === null ? m.admin_offer_all() : products.map(productName).join(', ')
}

export const kindLabels: Readonly<Record<OfferKind, () => string>> = {
  percent: m.admin_offer_kind_percent,
  amount: m.admin_offer_kind_amount,
  kr: m.admin_offer_kind_kr,
  perk: m.admin_offer_kind_perk,
}

export const stateTexts: Readonly<Record<OfferState, StateText>> = {
  on: { label: m.admin_offer_on, tone: 'crystal' },
  coming: { label: m.admin_offer_coming, tone: 'amber' },
  used_up: { label: m.admin_offer_used_up, tone: 'neutral' },
  over: { label: m.admin_offer_over, tone: 'neutral' },
}

export function timesText({ startsAt, endsAt }: Pick<OfferView, 'startsAt' | 'endsAt'>): string {
  const from = formatMoment(startsAt)
  return endsAt === null
    ? m.admin_offer_since({ from })
    : m.admin_offer_between({ from, until: formatMoment(endsAt) })
}

/** How often it was used, and how often it can be. */
export function usesText({ code, uses, held, limit, perPlayer }: OfferView): string {
  const parts = [
    m.admin_offer_uses({ count: uses }),
    ...(held > 0 ? [m.admin_offer_held({ count: held })] : []),
    ...(limit === null ? [] : [m.admin_offer_limit({ limit: formatNumber(limit) })]),
    ...(code === null || perPlayer === null
      ? []
      : [m.admin_offer_per_player({ limit: formatNumber(perPlayer) })]),
  ]
  return parts.join(' · ')
}

/** What the log shows of an offer; null of what it kept none of. */
export function loggedOffer(value: unknown) {
  const { data: offer } = changeOffer.answer.safeParse(value)
  if (!offer) return null
  const { code, startsAt, endsAt, limit, perPlayer, note } = offer
  const offered = productsText(offer)
  const all = {
    given: givenText(offer),
    code,
    offered,
    startsAt,
    endsAt,
    limit,
    perPlayer,
    offerNote: note,
  }
  return Object.fromEntries(
    Object.entries(all).filter(([, field]) => field !== null && field !== ''),
  )
}

/** An offer of the log by its code, else by what it gives. */
export function offerName({ before, after }: { before: unknown; after: unknown }): string | null {
  const { data: offer } = changeOffer.answer.safeParse(after ?? before)
  return offer ? (offer.code ?? givenText(offer)) : null
}
