import { transactionTypes, type TransactionType } from '#domain/kryptonite.ts'
import { orderStatuses, type OrderStatus } from '#domain/orders.ts'
import { paths } from '#web/app/paths.ts'

export const adminSections = [
  'shop',
  'overview',
  'orders',
  'inbox',
  'kr',
  'skins',
  'team',
  'log',
] as const
export type AdminSection = (typeof adminSections)[number]

/** The filters of the list of orders. */
export interface OrderFilters {
  readonly search: string
  readonly status: OrderStatus | null
  readonly toDeliver: boolean
}

export const noFilters: OrderFilters = { search: '', status: null, toDeliver: false }

export const krLists = ['flows', 'balances', 'transactions', 'packs'] as const
export type KrList = (typeof krLists)[number]

/** The selected view about Kr, with its filters. */
export interface KrFilters {
  readonly list: KrList
  readonly search: string
  readonly type: TransactionType | null
}

/** The filters of the list of sold skins. */
export interface SkinFilters {
  readonly search: string
  readonly toDeliver: boolean
}

export const listingKinds = ['reported', 'live', 'removed'] as const
export type ListingKind = (typeof listingKinds)[number]

/** The filters of the list of team listings. */
export interface TeamFilters {
  readonly search: string
  readonly shown: ListingKind
}

/** The section in the query of the page's address. */
export function readSection(query: string): AdminSection {
  const name = new URLSearchParams(query).get('section')
  return adminSections.find((section) => section === name) ?? 'shop'
}

/** The filters in the query of the page's address; unknown values are ignored. */
export function readOrderFilters(query: string): OrderFilters {
  const status = new URLSearchParams(query).get('status')
  return {
    ...readSkinFilters(query),
    status: orderStatuses.find((known) => known === status) ?? null,
  }
}

export function readKrFilters(query: string): KrFilters {
  const parameters = new URLSearchParams(query)
  const list = parameters.get('list')
  const type = parameters.get('type')
  return {
    list: krLists.find((known) => known === list) ?? 'flows',
    search: readSearch(query),
    type: transactionTypes.find((known) => known === type) ?? null,
  }
}

export function readSkinFilters(query: string): SkinFilters {
  return {
    search: readSearch(query),
    toDeliver: new URLSearchParams(query).get('toDeliver') === 'true',
  }
}

export function readTeamFilters(query: string): TeamFilters {
  const shown = new URLSearchParams(query).get('shown')
  return {
    search: readSearch(query),
    shown: listingKinds.find((known) => known === shown) ?? 'reported',
  }
}

export function readSearch(query: string): string {
  return (new URLSearchParams(query).get('search') ?? '').slice(0, maxSearchLength)
}

/** The server's limit. */
export const maxSearchLength = 100

/** The parts of a query; those that are empty, null or false are left out. */
export type QueryPart = Readonly<Record<string, string | boolean | null>>

/** The address of a section with its filters. */
export function sectionAddress(section: AdminSection, filters: QueryPart = {}): string {
  const query = toQuery({ section: section === 'shop' ? null : section, ...filters })
  return query === '' ? paths.admin() : `${paths.admin()}?${query}`
}

/** The address of the orders with these filters. */
export function ordersAddress({ search, status, toDeliver }: OrderFilters): string {
  return sectionAddress('orders', { search, status, toDeliver })
}

export function krAddress({ list, search, type }: KrFilters): string {
  return sectionAddress('kr', {
    list: list === 'flows' ? null : list,
    search,
    type: list === 'transactions' ? type : null,
  })
}

export function skinsAddress({ search, toDeliver }: SkinFilters): string {
  return sectionAddress('skins', { search, toDeliver })
}

export function teamAddress({ search, shown }: TeamFilters): string {
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
