import { orderStatuses, type OrderStatus } from '../../domain/orders.ts'
import { paths } from '../paths.ts'

export const adminSections = ['overview', 'orders', 'inbox'] as const
export type AdminSection = (typeof adminSections)[number]

/** Which orders the list shows. */
export interface OrderFilters {
  readonly search: string
  readonly status: OrderStatus | null
  readonly toDeliver: boolean
}

export const noFilters: OrderFilters = { search: '', status: null, toDeliver: false }

/** The section that the query of the page's address names. */
export function readSection(query: string): AdminSection {
  const name = new URLSearchParams(query).get('section')
  return adminSections.find((section) => section === name) ?? 'overview'
}

/** The filters in the query of the page's address; whatever is no filter is left out. */
export function readOrderFilters(query: string): OrderFilters {
  const parameters = new URLSearchParams(query)
  const status = parameters.get('status')
  return {
    search: (parameters.get('search') ?? '').slice(0, maxSearchLength),
    status: orderStatuses.find((known) => known === status) ?? null,
    toDeliver: parameters.get('toDeliver') === 'true',
  }
}

/** As the server takes it. */
export const maxSearchLength = 100

export function sectionAddress(section: AdminSection): string {
  return section === 'overview' ? paths.admin() : `${paths.admin()}?section=${section}`
}

/** The address that shows these orders, today and after a reload. */
export function ordersAddress(filters: OrderFilters): string {
  const query = ordersQuery(filters)
  return `${sectionAddress('orders')}${query === '' ? '' : `&${query}`}`
}

/** The query of `GET /api/admin/orders`; `cursor` continues a list. */
export function ordersQuery(filters: OrderFilters, cursor: string | null = null): string {
  const { search, status, toDeliver } = filters
  return new URLSearchParams({
    ...(search !== '' && { search }),
    ...(status !== null && { status }),
    ...(toDeliver && { toDeliver: 'true' }),
    ...(cursor !== null && { cursor }),
  }).toString()
}
