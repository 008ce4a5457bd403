import * as z from 'zod/mini'
import { cents } from '#domain/money.ts'
import type { Right } from '#domain/rights.ts'
import { get, post, put, remove, type Unchanged } from './endpoint.ts'
import { siteAddress } from './page-renderer.ts'
import { cursor, list, nextCursor } from './fields.ts'
import { goalFields, publicSections, sectionNames, type SectionName } from './site-sections.ts'

const reachedGoal = z.extend(goalFields, {
  /** Donations in euros of its month, and what arrived in euros of its packs, less refunds. */
  reachedCents: z.pipe(z.int(), z.transform(cents)),
})
export type ReachedGoal = z.output<typeof reachedGoal>

const siteView = z.object({
  /** Changes with any of it. */
  version: z.string(),
  ...publicSections,
  /** Of the legal texts that a buyer agrees to. */
  legalVersion: z.string(),
  /** False where PayPal's hosted buttons have the prices, which no code lowers. */
  takesCodes: z.boolean(),
  /** Those that run now, by the offers' keys. */
  sales: z.record(
    z.string(),
    z.object({
      priceCents: z.number(),
      struckCents: z.nullable(z.number()),
      endsAt: z.nullable(z.string()),
    }),
  ),
  /** When the next notice or sale begins or ends, if nobody changes them; null when none will. */
  changesAt: z.nullable(z.string()),
  /** That of this month. */
  goal: z.nullable(reachedGoal),
})

/** What every page may show of the community, as its owner has it now. Nothing in it is secret. */
export type PublicSite = Unchanged<z.output<typeof siteView>>
export type PublicCommunity = PublicSite['community']
export type PublicServer = PublicSite['server']
export type TeamMember = PublicSite['people'][number]

export const readSite = get(siteAddress, { who: 'anybody', answer: siteView })

/** What somebody needs to change a section. Each of these roles may change notices too. */
export const sectionRights = {
  community: 'site.edit',
  server: 'site.edit',
  ranks: 'site.edit',
  people: 'site.edit',
  legal: 'site.edit',
  notices: 'notices',
  goal: 'site.edit',
  discord: 'site.edit',
  prices: 'shop.edit',
  packs: 'shop.edit',
  products: 'shop.edit',
  productTexts: 'shop.edit',
  monetisation: 'site.edit',
} as const satisfies Readonly<Record<SectionName, Right>>

const version = z.nullable(z.int())

const sectionView = z.object({
  section: z.enum(sectionNames),
  value: z.unknown(),
  /** What holds once nothing is saved. */
  fileValue: z.unknown(),
  /** Null while the file's value holds and was never changed. */
  version,
  changedAt: z.nullable(z.string()),
  changedBy: z.nullable(z.string()),
})
export type SectionView = z.output<typeof sectionView>

/** The sections that the caller may change. */
export const listSections = get('/api/admin/site', { who: 'notices', answer: list(sectionView) })

const oneSection = {
  who: 'notices',
  params: z.object({ section: z.enum(sectionNames) }),
  unknown: 'not_found',
  answer: sectionView,
} as const

const sectionChange = z.object({
  value: z.unknown().check(z.refine((value) => value !== undefined)),
  version,
})

/**
 * With another version than the latest it is `edit_conflict`, with what is there now, unless that is the
 * same. Only a goal may be null.
 */
export const saveSection = put('/api/admin/site/:section', { ...oneSection, body: sectionChange })

/**
 * Saves all of these sections or none, because a new product needs a price, and a price its product.
 * `edit_conflict` is that of the first section that somebody else has changed, and names it.
 */
export const saveSections = put('/api/admin/site', {
  who: 'notices',
  body: z.object({
    /** By null a section is again what its file says. */
    sections: z.partialRecord(z.enum(sectionNames), sectionChange),
  }),
  answer: list(sectionView),
})

const counts = z.record(z.string(), z.int())

/** How many were sold and are not refunded: products by slug, packs by `priceId`. */
export const readSold = get('/api/admin/sold', {
  who: 'shop.edit',
  answer: z.object({ products: counts, packs: counts }),
})

/** Brings back what the file says. */
export const resetSection = remove('/api/admin/site/:section', {
  ...oneSection,
  query: z.object({ version: z.optional(z.coerce.number().check(z.int())) }),
})

const siteChange = z.object({
  id: z.number(),
  /** `site/<section>` or `documents/<kind>/<slug>/<language>`. */
  name: z.string(),
  /** Null for what the file says. */
  before: z.unknown(),
  after: z.unknown(),
  changedBy: z.string(),
  changedAt: z.string(),
  /** The change that it took back. */
  undoes: z.nullable(z.number()),
  isUndone: z.boolean(),
})

/** Who saved which section or text, newest first. */
export const listSiteChanges = get('/api/admin/site-changes', {
  who: 'notices',
  query: z.object({ name: z.optional(z.string().check(z.regex(/^[\w/-]{1,200}$/))), cursor }),
  answer: z.object({ changes: list(siteChange), nextCursor }),
})

/** Saves what was there before it, unless the same was changed again since: `edit_conflict`. */
export const undoSiteChange = post('/api/admin/site-changes/:id/undo', {
  who: 'notices',
  params: z.object({ id: z.coerce.number().check(z.int(), z.minimum(1)) }),
  unknown: 'not_found',
  answer: z.object({ version: z.number() }),
})
