import * as z from 'zod/mini'
import type { PriceList, SalesByKey } from '#domain/catalogue.ts'
import type { DonorRankThresholds } from '#domain/donors.ts'
import { cents } from '#domain/money.ts'
import type { PackTerms } from '#domain/packs.ts'
import type { Product } from '#domain/products.ts'
import type { RaidHours } from '#domain/raid-window.ts'
import type { Right } from '#domain/rights.ts'
import type { DailyRestarts } from '#domain/server-status.ts'
import { get, post, put, remove } from './endpoint.ts'
import { siteAddress } from './page-renderer.ts'
import { cursor, list, nextCursor } from './fields.ts'
import {
  goalFields,
  publicSections,
  sectionNames,
  type SectionName,
  type SiteSections,
} from './site-sections.ts'

/** What every page may show of the community, as its owner has it now. Nothing in it is secret. */
export interface PublicSite {
  /** Changes with any of it. */
  readonly version: string
  readonly community: PublicCommunity
  readonly server: PublicServer
  /** The lowest total in euros for each donor rank. */
  readonly ranks: DonorRankThresholds
  readonly people: readonly TeamMember[]
  /** In the order of the pages, the hidden ones too: carts and orders name them. */
  readonly products: readonly Product[]
  readonly prices: PriceList
  readonly packs: readonly PackTerms[]
  /** What the game's publisher allows to sell here. */
  readonly monetisation: Omit<SiteSections['monetisation'], 'seen'>
  /** Of the legal texts that a buyer agrees to. */
  readonly legalVersion: string
  /** False where PayPal's hosted buttons have the prices, which no code lowers. */
  readonly takesCodes: boolean
  /** Those that hold now. */
  readonly notices: SiteSections['notices']
  readonly sales: SalesByKey
  /** When the next notice or sale begins or ends, if nobody changes them; null when none will. */
  readonly changesAt: string | null
  /** That of this month. */
  readonly goal: ReachedGoal | null
}

export interface PublicCommunity {
  readonly brand: string
  readonly discordInviteUrl: string
  /** The map that the server plays on. */
  readonly map: string
  /** YouTube ids of the videos in the guides; null shows no video. */
  readonly videos: Readonly<Record<string, string | null>>
}

export interface PublicServer {
  readonly name: string
  readonly address: string | null
  readonly restarts: DailyRestarts
  readonly modCollectionUrl: string | null
  readonly readsPriorityAtRestart: boolean
  readonly raidHours: RaidHours
  readonly largestGroup: number
  readonly minutesWithoutBuilding: number
}

export interface TeamMember {
  readonly name: string
  readonly role: 'founder' | 'administrator' | 'moderator' | 'builder'
  /** The languages they speak, as codes such as `fr`. */
  readonly languages: readonly string[]
}

const reachedGoal = z.extend(goalFields, {
  /** Donations in euros of its month, and what arrived in euros of its packs, less refunds. */
  reachedCents: z.pipe(z.int(), z.transform(cents)),
})
export type ReachedGoal = z.output<typeof reachedGoal>

const siteView = z.object({
  version: z.string(),
  ...publicSections,
  legalVersion: z.string(),
  takesCodes: z.boolean(),
  sales: z.record(
    z.string(),
    z.object({
      priceCents: z.number(),
      struckCents: z.nullable(z.number()),
      endsAt: z.nullable(z.string()),
    }),
  ),
  changesAt: z.nullable(z.string()),
  goal: z.nullable(reachedGoal),
})
/** `PublicSite` with what holds at this moment: a notice or a sale of tomorrow is not in it. */
export type SiteView = z.output<typeof siteView>

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
