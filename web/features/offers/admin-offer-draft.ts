import * as z from 'zod/mini'
import { list } from '#contract/fields.ts'
import { changeOffer, code, mostOf, type NewOffer, type OfferView } from '#contract/offers.ts'
import { parseAmount } from '#domain/money.ts'
import { isGift, offerKinds, packsName, type OfferKind } from '#domain/offers.ts'
import type { ApiProblem } from '#web/app/api-client.ts'
import type { FieldErrors } from '#web/app/use-form.ts'
import { m } from '#web/i18n/paraglide/messages.js'

/** The form of a new offer as it is typed; times as a `datetime-local` input has them, in the zone of this browser. */
export const typedOffer = z.object({
  who: z.enum(['everybody', 'code']),
  kind: z.enum(offerKinds),
  value: z.string(),
  /** The slug of the product that gives it. */
  perk: z.string(),
  scope: z.enum(['all', 'some']),
  products: list(z.string()),
  codes: z.enum(['made', 'typed']),
  code: z.string(),
  make: z.string(),
  from: z.string(),
  until: z.string(),
  limit: z.string(),
  perPlayer: z.string(),
  note: z.string(),
})
export type TypedOffer = Readonly<z.output<typeof typedOffer>>

const offerFields = [
  'value',
  'products',
  'code',
  'make',
  'from',
  'until',
  'limit',
  'perPlayer',
  'note',
] as const
export type OfferField = (typeof offerFields)[number]

/** What the shop makes as a code. */
const madeCode = /^[A-HJKMNP-Z2-9]{10}$/

/** The form of a new sale, or of a copy without its code and times; `perks` are the slugs that give one. */
export function typedFrom(copied: OfferView | null, perks: readonly string[]): TypedOffer {
  const { kind = 'percent', value, products = null } = copied ?? {}
  const copiedPerk = perks.find((slug) => kind === 'perk' && products?.includes(slug))
  return {
    who: copied === null || copied.code === null ? 'everybody' : 'code',
    kind,
    value: value === undefined ? '' : valueText(kind, value),
    perk: copiedPerk ?? perks[0] ?? '',
    scope: products === null || kind === 'perk' ? 'all' : 'some',
    products: kind === 'perk' ? [] : (products ?? []),
    codes: copied?.code && !madeCode.test(copied.code) ? 'typed' : 'made',
    code: '',
    make: '1',
    from: '',
    until: '',
    limit: numberText(copied?.limit),
    perPlayer: numberText(copied?.perPlayer),
    note: copied?.note ?? '',
  }
}

/** `250` cents as `2,50`, as the field takes it. */
function valueText(kind: OfferKind, value: number): string {
  if (kind !== 'amount') return String(value)
  return value % 100 === 0 ? String(value / 100) : (value / 100).toFixed(2).replace('.', ',')
}

export function numberText(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value)
}

/** The kinds of offers for each of these audiences. */
export const kindsOf = {
  everybody: ['percent', 'amount'],
  code: ['percent', 'amount', 'kr', 'perk'],
} as const satisfies Readonly<Record<TypedOffer['who'], readonly OfferKind[]>>

/** What the typed value means; null for what is no such value. */
export function typedValue({ kind, value }: Pick<TypedOffer, 'kind' | 'value'>): number | null {
  if (kind === 'amount') return parseAmount(value)
  return typedNumber(value.replace('%', ''))
}

/** A whole number of at least 1; null for any other text. */
function typedNumber(text: string): number | null {
  const digits = text.replaceAll(/\s/g, '')
  return /^[1-9]\d{0,8}$/.test(digits) ? Number(digits) : null
}

/** Whether something is typed that is no number. */
function isNoNumber(text: string): boolean {
  return text.trim() !== '' && typedNumber(text) === null
}

/** What the offer is for: slugs, or `packs`; null for everything that costs euros. */
export function typedProducts(typed: TypedOffer): readonly string[] | null {
  const { who, kind, scope, products, perk } = typed
  if (kind === 'perk') return [perk]
  if (kind === 'kr' || scope === 'all') return null
  const mayHavePacks = who === 'everybody' && kind === 'percent'
  return mayHavePacks ? products : products.filter((slug) => slug !== packsName)
}

/**
 * What can be ticked: what is sold, packs in a sale by percent, and what was ticked when the form
 * opened, so that a product that is not sold any more can be unticked.
 */
export function shownProducts(
  { who, kind }: Pick<TypedOffer, 'who' | 'kind'>,
  sold: readonly string[],
  initial: readonly string[],
): readonly string[] {
  const packs = who === 'everybody' && kind === 'percent' ? [packsName] : []
  const gone = initial.filter((slug) => slug !== packsName && !sold.includes(slug))
  return [...sold, ...packs, ...gone]
}

/** What is wrong with the form. */
export function offerFaults(typed: TypedOffer): FieldErrors<OfferField> {
  const { who, kind, codes } = typed
  const value = typedValue(typed)
  const make = typedNumber(typed.make)
  const hasCode = who === 'code'
  const endMs = Date.parse(typed.until)
  const startMs = typed.from === '' ? Date.now() : Date.parse(typed.from)
  const faulty: Readonly<Record<OfferField, boolean>> = {
    value: value === null || value < 1 || value > mostOf[kind],
    products: !isGift(kind) && typedProducts(typed)?.length === 0,
    code: hasCode && codes === 'typed' && !code.safeParse(typed.code).success,
    make: hasCode && codes === 'made' && (make === null || make > 100),
    from: Number.isNaN(startMs),
    until: typed.until !== '' && !(endMs > Math.max(startMs, Date.now())),
    limit: hasCode && isNoNumber(typed.limit),
    perPlayer: hasCode && isNoNumber(typed.perPlayer),
    note: false,
  }
  return faultsAt(
    offerFields.filter((field) => faulty[field]).map((field) => [field, faultOf(field, kind)]),
  )
}

function faultOf(field: OfferField, kind: OfferKind): string {
  return field === 'value'
    ? m.admin_offer_value_fault({ kind })
    : m.admin_offer_fault({ fault: field })
}

function faultsAt(faults: readonly (readonly [OfferField, string])[]): FieldErrors<OfferField> {
  return Object.fromEntries(faults)
}

/** What is sent. */
export function offerFrom(typed: TypedOffer): NewOffer {
  const { who, kind, codes, from, until } = typed
  const hasCode = who === 'code'
  const products = typedProducts(typed)
  const limit = typedNumber(typed.limit)
  const perPlayer = typedNumber(typed.perPlayer)
  return {
    kind,
    value: typedValue(typed) ?? 0,
    ...(hasCode && codes === 'typed' && { code: typed.code }),
    ...(hasCode && codes === 'made' && { make: typedNumber(typed.make) ?? 1 }),
    ...(products !== null && { products: [...products] }),
    // Now, by the server's clock; and the same press again is the same request.
    startsAt: new Date(from === '' ? 0 : from).toISOString(),
    ...(until !== '' && { endsAt: new Date(until).toISOString() }),
    ...(hasCode && limit !== null && { limit }),
    ...(hasCode && perPlayer !== null && { perPlayer }),
    note: typed.note.trim(),
  }
}

/** What the server calls fields of the form. */
const ownNames: Readonly<Record<string, OfferField>> = { startsAt: 'from', endsAt: 'until' }

/** Faults with words of their own, by the server's code. */
const ownWords: ReadonlySet<string> = new Set(['taken', 'below_used', 'over', 'hosted_prices'])

/** What the server refuses, at the fields of the form. */
export function refusedFields({ errors }: ApiProblem, kind: OfferKind): FieldErrors<OfferField> {
  return faultsAt(
    errors.flatMap(({ path, code: reason }) => {
      const [name = ''] = path.split('.')
      const field = ownNames[name] ?? offerFields.find((one) => one === name)
      if (!field) return []
      const text = ownWords.has(reason)
        ? m.admin_offer_fault({ fault: reason })
        : faultOf(field, kind)
      return [[field, text] as const]
    }),
  )
}

/** The form of a change, whose empty fields take a limit or an end away. */
export interface TypedChange {
  readonly until: string
  readonly limit: string
  readonly perPlayer: string
  readonly note: string
}

/** Only what differs: the end of an offer that is over cannot be sent again. */
export function changeFrom(typed: TypedChange, before: TypedChange) {
  return changeOffer.body.parse({
    ...(typed.until !== before.until && {
      endsAt: typed.until === '' ? null : new Date(typed.until).toISOString(),
    }),
    ...(typed.limit !== before.limit && { limit: typedNumber(typed.limit) }),
    ...(typed.perPlayer !== before.perPlayer && { perPlayer: typedNumber(typed.perPlayer) }),
    ...(typed.note !== before.note && { note: typed.note.trim() }),
  })
}

export function changeFaults({ until, limit, perPlayer }: TypedChange): FieldErrors<OfferField> {
  return {
    until:
      until !== '' && Number.isNaN(Date.parse(until)) && m.admin_offer_fault({ fault: 'until' }),
    limit: isNoNumber(limit) && m.admin_offer_fault({ fault: 'limit' }),
    perPlayer: isNoNumber(perPlayer) && m.admin_offer_fault({ fault: 'perPlayer' }),
  }
}

/** A time as a `datetime-local` input has it, in the zone of this browser. */
export function clockOf(iso: string | null): string {
  if (iso === null) return ''
  const time = new Date(iso)
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

export type OfferState = 'on' | 'used_up' | 'coming' | 'over'

export function offerState(offer: OfferView, nowMs: number): OfferState {
  const { startsAt, endsAt, limit, uses, held } = offer
  if (endsAt !== null && Date.parse(endsAt) <= nowMs) return 'over'
  if (limit !== null && uses + held >= limit) return 'used_up'
  return Date.parse(startsAt) > nowMs ? 'coming' : 'on'
}
