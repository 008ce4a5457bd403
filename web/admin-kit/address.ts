import { shownDeliveryStates } from '#contract/perks.ts'
import { transactionTypes } from '#domain/kryptonite.ts'
import { orderStatuses } from '#domain/orders.ts'
import { longestSearch } from '#domain/text-limits.ts'
import { paths } from '#web/app/paths.ts'

export const adminSections = [
  'shop',
  'overview',
  'orders',
  'inbox',
  'perks',
  'kr',
  'skins',
  'team',
  'log',
] as const
export type AdminSection = (typeof adminSections)[number]

/** The filters of the list of orders. */
export type OrderFilters = ReturnType<typeof readOrderFilters>

export const noFilters: OrderFilters = { search: '', status: null, toDeliver: false, unpaid: false }

const krLists = ['flows', 'balances', 'transactions', 'packs'] as const

/** The selected view about Kr, with its filters. */
export type KrFilters = ReturnType<typeof readKrFilters>

const perkLists = ['deliveries', 'players', 'batches'] as const

/** The selected view about perks, with its filters. Without a state: all that is not finished. */
export type PerkFilters = ReturnType<typeof readPerkFilters>

export const listingKinds = ['reported', 'live', 'removed'] as const
export type ListingKind = (typeof listingKinds)[number]

/** The section in the query of the page's address. */
export function readSection(query: string): AdminSection {
  return readOneOf(query, 'section', adminSections) ?? 'shop'
}

/** The filters in the query of the page's address; unknown values are ignored. */
export function readOrderFilters(query: string) {
  return {
    ...readSkinFilters(query),
    status: readOneOf(query, 'status', orderStatuses),
    unpaid: new URLSearchParams(query).get('unpaid') === 'true',
  }
}

export function readKrFilters(query: string) {
  return {
    list: readOneOf(query, 'list', krLists) ?? 'flows',
    search: readSearch(query),
    type: readOneOf(query, 'type', transactionTypes),
  }
}

export function readPerkFilters(query: string) {
  return {
    list: readOneOf(query, 'list', perkLists) ?? 'deliveries',
    search: readSearch(query),
    state: readOneOf(query, 'state', shownDeliveryStates),
  }
}

export function readSkinFilters(query: string) {
  return {
    search: readSearch(query),
    toDeliver: new URLSearchParams(query).get('toDeliver') === 'true',
  }
}

export function readTeamFilters(query: string) {
  return { search: readSearch(query), shown: readOneOf(query, 'shown', listingKinds) ?? 'reported' }
}

function readOneOf<Value extends string>(query: string, name: string, values: readonly Value[]) {
  const text = new URLSearchParams(query).get(name)
  return values.find((value) => value === text) ?? null
}

export function readSearch(query: string): string {
  return (new URLSearchParams(query).get('search') ?? '').slice(0, longestSearch)
}

/** The parts of a query; those that are empty, null or false are left out. */
export type QueryPart = Readonly<Record<string, string | boolean | null>>

/** The address of a section with its filters. */
export function sectionAddress(section: AdminSection, filters: QueryPart = {}): string {
  const query = toQuery({ section: section === 'shop' ? null : section, ...filters })
  return query === '' ? paths.admin() : `${paths.admin()}?${query}`
}

/** The address of the orders with these filters. */
export function ordersAddress({ search, status, toDeliver, unpaid }: OrderFilters): string {
  return sectionAddress('orders', { search, status, toDeliver, unpaid })
}

/** The query of the server's list: what was paid alone, unless somebody looks for something else. */
export function ordersQuery({ unpaid, ...filters }: OrderFilters) {
  return { ...filters, paid: !unpaid && filters.search === '' && filters.status === null }
}

export function krAddress({ list, search, type }: KrFilters): string {
  return sectionAddress('kr', {
    list: list === 'flows' ? null : list,
    search,
    type: list === 'transactions' ? type : null,
  })
}

export function perksAddress({ list, search, state }: PerkFilters): string {
  return sectionAddress('perks', {
    list: list === 'deliveries' ? null : list,
    search,
    state: list === 'deliveries' ? state : null,
  })
}

export function skinsAddress(filters: ReturnType<typeof readSkinFilters>): string {
  return sectionAddress('skins', filters)
}

export function teamAddress({ search, shown }: ReturnType<typeof readTeamFilters>): string {
  return sectionAddress('team', { search, shown: shown === 'reported' ? null : shown })
}

export function logAddress(search: string): string {
  return sectionAddress('log', { search })
}

export function toQuery(parts: QueryPart): string {
  const set = Object.entries(parts).filter(
    ([, value]) => value !== null && value !== '' && value !== false,
  )
  return new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString()
}
