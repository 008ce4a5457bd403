import * as z from 'zod/mini'
import { isMonth, movementKinds } from '#domain/books.ts'
import { offerKinds } from '#domain/offers.ts'
import { get } from './endpoint.ts'
import { list } from './fields.ts'

const ofMonth = {
  who: 'money',
  query: z.object({
    /** `2026-11`, by the community's time zone; the current one without it. */
    month: z.optional(z.string().check(z.refine(isMonth))),
  }),
} as const

/** Of one currency: what was paid, charged and refunded in it, and what arrived in it. */
const figures = list(
  z.object({
    currency: z.string(),
    /** Sales. */
    count: z.number(),
    grossCents: z.number(),
    feeCents: z.number(),
    /** By refunds and disputes, less what won disputes returned. */
    refundedCents: z.number(),
    netCents: z.number(),
  }),
)

/** The offer of an order, or a pack of Kr; null for a payment without an order. */
const product = z.nullable(
  z.object({ key: z.string(), name: z.string(), durationMonths: z.nullable(z.number()) }),
)

/** The sale or code that a price was of; null of the price of the list. */
const offer = z.nullable(
  z.object({
    id: z.string(),
    kind: z.enum(offerKinds),
    value: z.number(),
    code: z.nullable(z.string()),
    note: z.string(),
  }),
)
export type BookOfferView = NonNullable<z.output<typeof offer>>

const bookRow = z.object({
  provider: z.enum(['paypal', 'stripe']),
  /** The provider's ids of the movement and of its payment. */
  reference: z.string(),
  paymentReference: z.string(),
  kind: z.enum(movementKinds),
  movedAt: z.string(),
  product,
  offer,
  /** ISO 3166-1; null where the provider did not name it. */
  country: z.nullable(z.string()),
  /** Below zero where it left us. */
  grossCents: z.number(),
  currency: z.string(),
  /** Null while the provider has not named it. */
  feeCents: z.nullable(z.number()),
  feeCurrency: z.nullable(z.string()),
  /** Gross less fee; null where the fee is in another currency. */
  netCents: z.nullable(z.number()),
  /** What our balance changed by, in its own currency. */
  settledNetCents: z.nullable(z.number()),
  settledCurrency: z.nullable(z.string()),
  /** Our order or pack. */
  orderId: z.nullable(z.string()),
  /** What it cost without the offer, in the same currency; null without one. */
  listPriceCents: z.nullable(z.number()),
})
export type BookRowView = z.output<typeof bookRow>

const booksView = z.object({
  month: z.string(),
  /** The first month with a movement, and the current one. */
  firstMonth: z.string(),
  currentMonth: z.string(),
  total: figures,
  products: list(z.object({ product, figures })),
  countries: list(z.object({ country: z.nullable(z.string()), figures })),
  offers: list(z.object({ offer, figures })),
  /** Movements whose fee the provider has not named. */
  withoutFee: z.number(),
  /** The latest of the month, at most 200; the file has all. */
  rows: list(bookRow),
  rowCount: z.number(),
})
export type BooksView = z.output<typeof booksView>
export type FiguresView = BooksView['total'][number]

/** What came in and went out in a month, by the providers' own records. */
export const readBooks = get('/api/admin/books', { ...ofMonth, answer: booksView })

/** Every movement of a month as CSV. */
export const downloadBooks = get('/api/admin/books.csv', ofMonth)
