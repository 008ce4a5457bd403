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

/** Which orders the list shows. */
export interface OrderFilters {
  readonly search: string
  readonly status: OrderStatus | null
  readonly toDeliver: boolean
}

export const noFilters: OrderFilters = { search: '', status: null, toDeliver: false }

export const krLists = ['flows', 'balances', 'transactions', 'packs'] as const
export type KrList = (typeof krLists)[number]

/** Which of the views about Kr is shown, and what of it. */
export interface KrFilters {
  readonly list: KrList
  readonly search: string
  readonly type: TransactionType | null
}

/** Which sold skins are shown. */
export interface SkinFilters {
  readonly search: string
  readonly toDeliver: boolean
}

export const listingKinds = ['reported', 'live', 'removed'] as const
export type ListingKind = (typeof listingKinds)[number]

/** Which listings of the team finder are shown. */
export interface TeamFilters {
  readonly search: string
  readonly shown: ListingKind
}

/** The section that the query of the page's address names. */
export function readSection(query: string): AdminSection {
  const name = new URLSearchParams(query).get('section')
  return adminSections.find((section) => section === name) ?? 'shop'
}

/** The filters in the query of the page's address; whatever is no filter is left out. */
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

/** As the server takes it. */
export const maxSearchLength = 100

type QueryPart = Readonly<Record<string, string | boolean | null>>

/** The address that shows a section so, today and after a reload. */
export function sectionAddress(section: AdminSection, filters: QueryPart = {}): string {
  const query = toQuery({ section: section === 'shop' ? null : section, ...filters })
  return query === '' ? paths.admin() : `${paths.admin()}?${query}`
}

/** The address that shows these orders, today and after a reload. */
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

/** The query of `GET /api/admin/orders`; `cursor` continues a list. */
export function ordersQuery(
  { search, status, toDeliver }: OrderFilters,
  cursor: string | null = null,
): string {
  return toQuery({ search, status, toDeliver, cursor })
}

/** Only what is set: no empty text, no null, no false. */
export function toQuery(parts: QueryPart): string {
  const set = Object.entries(parts).filter(
    ([, value]) => value !== null && value !== '' && value !== false,
  )
  return new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString()
}
