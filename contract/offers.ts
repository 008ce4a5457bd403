import * as z from 'zod/mini'
import { normalCode, offerKinds } from '#domain/offers.ts'
import { longestOfferNote } from '#domain/text-limits.ts'
import { get, patch, post, remove } from './endpoint.ts'
import { list, mostKr, readableText, steamId, uuid } from './fields.ts'

/** As somebody types it; yields its normal form. */
export const code = z.pipe(
  z.string().check(z.maxLength(100)),
  z.pipe(z.transform(normalCode), z.string().check(z.regex(/^[\p{L}\p{N}]{3,30}$/u))),
)

const offer = z.object({
  id: z.string(),
  kind: z.enum(offerKinds),
  /** Whole percent, cents of a euro, Kr, or months. */
  value: z.number(),
  /** Null of a sale. */
  code: z.nullable(z.string()),
  /** Slugs, or `packs`; null for everything that costs euros. */
  products: z.nullable(list(z.string())),
  startsAt: z.string(),
  /** Null without an end. */
  endsAt: z.nullable(z.string()),
  /** How often it can be used in all, and by one Steam ID; null without a limit. */
  limit: z.nullable(z.number()),
  perPlayer: z.nullable(z.number()),
  note: z.string(),
  /** Paid or redeemed, and in checkouts that are open. */
  uses: z.number(),
  held: z.number(),
  /** What was paid with it, less what was refunded; of packs in US dollars. */
  incomeCents: z.number(),
  incomeUsdCents: z.number(),
  createdAt: z.string(),
})
export type OfferView = z.output<typeof offer>

const use = z.int().check(z.minimum(1), z.maximum(1_000_000))
const note = z.union([z.literal(''), readableText(longestOfferNote)])

/** The largest value of each kind; the least is 1. */
export const mostOf = { percent: 90, amount: 1_000_000, kr: mostKr, perk: 120 } as const

const newOffer = z
  .object({
    kind: z.enum(offerKinds),
    value: z.int().check(z.minimum(1)),
    code: z.optional(code),
    products: z.nullish(
      z.array(z.string().check(z.maxLength(60))).check(z.minLength(1), z.maxLength(200)),
    ),
    startsAt: z.iso.datetime(),
    endsAt: z.nullish(z.iso.datetime()),
    limit: z.nullish(use),
    perPlayer: z.nullish(use),
    note: z._default(note, ''),
    /** So many offers, each with a new code. */
    make: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
  })
  .check(({ value: { kind, value }, issues }) => {
    if (value <= mostOf[kind]) return
    issues.push({
      code: 'too_big',
      origin: 'int',
      maximum: mostOf[kind],
      path: ['value'],
      input: value,
      message: `must be ${mostOf[kind]} at most`,
    })
  })
export type NewOffer = z.output<typeof newOffer>

/** Those that can be used now or later, then the others; newest first. */
export const listOffers = get('/api/admin/offers', {
  who: 'shop.edit',
  answer: z.object({
    offers: list(offer),
    /** The prices of donations are those of PayPal's buttons: only packs can have a sale. */
    onlyPacks: z.boolean(),
  }),
})

/**
 * Answers one offer, or those that `make` asked for, with a new code each. A gift without a code gets
 * one. Refuses with `validation_failed`: `not_after`, `taken`, `unknown_product` and so on.
 */
export const addOffer = post('/api/admin/offers', {
  who: 'shop.edit',
  body: newOffer,
  answer: z.union([z.object({ offers: list(offer) }), offer]),
  status: 201,
})

const oneOffer = { who: 'shop.edit', params: z.object({ id: uuid }), unknown: 'not_found' } as const

/** What it gives stays as it is, because prices of the past follow from it. */
export const changeOffer = patch('/api/admin/offers/:id', {
  ...oneOffer,
  body: z.object({
    endsAt: z.optional(z.nullable(z.iso.datetime())),
    limit: z.optional(z.nullable(use)),
    perPlayer: z.optional(z.nullable(use)),
    note: z.optional(note),
  }),
  answer: offer,
})
export type OfferChange = z.output<typeof changeOffer.body>

/** Ends it now; one that was never used and has not begun is gone. Repeating it changes nothing. */
export const stopOffer = remove('/api/admin/offers/:id', oneOffer)

/** What is in a cart, by its name on the wire of orders. */
const checkedItem = z.object({
  id: uuid,
  name: z.string().check(z.minLength(1), z.maxLength(100)),
  type: z.string().check(z.minLength(1), z.maxLength(100)),
  duration: z.optional(z.number()),
})

/**
 * What a cart costs with a code, which makes no more of it cheaper than it has uses left, the first
 * ones. Refuses with `code_unknown`, `code_over`, `code_used_up` or
 * `code_is_gift`, and with `rate_limited` a network that has tried too many wrong ones.
 */
export const checkCode = post('/api/codes/check', {
  who: 'anybody',
  body: z.object({ code, items: z.array(checkedItem).check(z.maxLength(100)) }),
  answer: z.object({
    /** Without those that are not sold. */
    items: list(z.object({ id: z.string(), priceCents: z.number(), listPriceCents: z.number() })),
    /** How many items it can be used for; null without a limit. */
    left: z.nullable(z.number()),
  }),
})

/** Gives what a gift's code is for. Refuses as `checkCode`, with `code_is_discount`, and with `banned`. */
export const redeemCode = post('/api/codes/redeem', {
  who: 'anybody',
  body: z.object({ code, steamId }),
  answer: z.object({
    kind: z.enum(['kr', 'perk']),
    value: z.number(),
    /** The perk, by its name in the API; null of Kr. */
    perk: z.nullable(z.string()),
  }),
})
