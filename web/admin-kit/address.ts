import * as z from 'zod/mini'
import { addressOf } from '#contract/endpoint.ts'
import { defaultLanguage, languages } from '#contract/language.ts'
import { documentKinds } from '#contract/paths.ts'
import { shownDeliveryStates } from '#contract/perks.ts'
import { isMonth } from '#domain/books.ts'
import { transactionTypes } from '#domain/kryptonite.ts'
import { orderStatuses } from '#domain/orders.ts'
import { mayDo, type Right, type StaffRole } from '#domain/rights.ts'
import { longestSearch } from '#domain/text-limits.ts'
import { paths } from '#contract/paths.ts'

export const adminSections = [
  'shop',
  'products',
  'today',
  'players',
  'orders',
  'money',
  'inbox',
  'perks',
  'kr',
  'skins',
  'offers',
  'team',
  'site',
  'connections',
  'people',
  'log',
] as const
export type AdminSection = (typeof adminSections)[number]

/** What somebody of the staff needs to see a section. */
const sectionRights: Readonly<Record<AdminSection, Right>> = {
  shop: 'shop.edit',
  products: 'shop.edit',
  today: 'today',
  players: 'players',
  orders: 'orders.read',
  money: 'money',
  inbox: 'payments',
  perks: 'perks.read',
  kr: 'kr.read',
  skins: 'orders.read',
  offers: 'shop.edit',
  team: 'team.moderate',
  site: 'notices',
  connections: 'connections',
  people: 'people',
  log: 'log',
}

export function sectionsOf(role: StaffRole): readonly AdminSection[] {
  return adminSections.filter((section) => mayDo(role, sectionRights[section]))
}

/**
 * The section in the query of the page's address; the first of those that one may see where it names
 * none. Null when they may not see the one that it names.
 */
export function readSection(query: string, sections: readonly AdminSection[]): AdminSection | null {
  const name = new URLSearchParams(query).get('section')
  // Bookmarks from before have it.
  const named = adminSections.find((section) => section === (name === 'overview' ? 'today' : name))
  if (named === undefined) return sections[0] ?? null
  return sections.includes(named) ? named : null
}

export function sectionOf(address: string): AdminSection | null {
  return readSection(address.slice(paths.admin().length), adminSections)
}

type QueryPart = Readonly<Record<string, string | boolean | null>>

/** The address of a section; parts of its query that are empty, null or undefined are left out. */
export function sectionAddress(section: AdminSection, filters: QueryPart = {}): string {
  const query = { section: section === 'shop' ? null : section, ...filters }
  return addressOf({ path: paths.admin() }, { query })
}

type FilterShape = z.ZodMiniObject<Readonly<Record<string, z.ZodMiniCatch>>>

/** The filters of a section in the query of its address: an unknown value sets no filter, and the address names only those that are set. */
function filtersOf<Shape extends FilterShape>(section: AdminSection, shape: Shape) {
  const read = (query: string) => shape.parse(Object.fromEntries(new URLSearchParams(query)))
  const none = read('')
  const unset: Readonly<Record<string, unknown>> = none
  const address = (filters: Partial<z.output<Shape>>) =>
    sectionAddress(
      section,
      Object.fromEntries(Object.entries(filters).filter(([name, value]) => value !== unset[name])),
    )
  return { none, read, address }
}

const search = z.catch(
  z.pipe(
    z.string(),
    z.transform((text: string) => text.slice(0, longestSearch)),
  ),
  '',
)
const flag = z.catch(
  z.pipe(
    z.literal('true'),
    z.transform((): boolean => true),
  ),
  false,
)

function oneOf<const Value extends string>(values: readonly Value[]) {
  return z.catch(z.nullable(z.enum(values)), null)
}

const text = z.catch(z.nullable(z.string()), null)

export const { read: readPlayerFilters, address: playersAddress } = filtersOf(
  'players',
  z.object({ search, steamId: text }),
)

const orders = filtersOf(
  'orders',
  z.object({
    search,
    status: oneOf(orderStatuses),
    toDeliver: flag,
    /** With messages that nobody of the staff has read. */
    unanswered: flag,
    unpaid: flag,
  }),
)
export const { none: noFilters, read: readOrderFilters, address: ordersAddress } = orders
type OrderFilters = typeof noFilters

/** The query of the server's list: what was paid alone, unless somebody looks for something else. */
export function ordersQuery({ unpaid, ...filters }: OrderFilters) {
  const isAll = unpaid || filters.unanswered || filters.search !== '' || filters.status !== null
  return { ...filters, paid: !isAll }
}

/** The month of the books; the current one without it. */
export const { read: readMoneyFilters, address: moneyAddress } = filtersOf(
  'money',
  z.object({ month: z.catch(z.nullable(z.string().check(z.refine(isMonth))), null) }),
)

export const { read: readKrFilters, address: krAddress } = filtersOf(
  'kr',
  z.object({
    list: z.catch(z.enum(['flows', 'balances', 'transactions', 'packs']), 'flows'),
    search,
    // Of the transactions alone. Links to another list leave it out.
    type: oneOf(transactionTypes),
  }),
)
export type KrFilters = ReturnType<typeof readKrFilters>

/** The selected view about perks, with its filters. Without a state: all that is not finished. */
export const { read: readPerkFilters, address: perksAddress } = filtersOf(
  'perks',
  z.object({
    list: z.catch(z.enum(['deliveries', 'batches']), 'deliveries'),
    search,
    // Of the deliveries alone. Links to another list leave it out.
    state: oneOf(shownDeliveryStates),
  }),
)
export type PerkFilters = ReturnType<typeof readPerkFilters>

export const { read: readSkinFilters, address: skinsAddress } = filtersOf(
  'skins',
  z.object({ search, toDeliver: flag }),
)

export const listingKinds = ['reported', 'live', 'removed'] as const
export type ListingKind = (typeof listingKinds)[number]

export const { read: readTeamFilters, address: teamAddress } = filtersOf(
  'team',
  z.object({ search, shown: z.catch(z.enum(listingKinds), 'reported') }),
)

export const { read: readLogFilters, address: logAddress } = filtersOf('log', z.object({ search }))

export const { read: readSiteFilters, address: siteAddress } = filtersOf(
  'site',
  z.object({
    list: z.catch(z.enum(['notices', 'goal', 'documents', 'monetisation', 'discord']), 'notices'),
    /** The open form: the id of its notice, or that of a new one. */
    notice: text,
    kind: z.catch(z.enum(documentKinds), 'news'),
    /** The open text of that kind. */
    slug: text,
    language: z.catch(z.enum(languages), defaultLanguage),
  }),
)
export type SiteFilters = ReturnType<typeof readSiteFilters>

export const { read: readProductFilters, address: productsAddress } = filtersOf(
  'products',
  z.object({
    list: z.catch(z.enum(['donations', 'packs']), 'donations'),
    /** The open form: the slug of its product or the id of its pack, or that of a new one. */
    open: text,
  }),
)
