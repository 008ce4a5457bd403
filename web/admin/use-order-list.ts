import { useCallback, useState } from 'react'
import type { AdminOrder, AdminOrderPage } from '../../contract/admin.ts'
import { ordersQuery, type OrderFilters } from './admin-address.ts'
import { adminApi } from './admin-api.ts'
import { useLoaded } from './use-loaded.ts'

export interface OrderListState {
  /** Null until the first answer. */
  readonly orders: readonly AdminOrder[] | null
  readonly hasMore: boolean
  readonly isLoading: boolean
  readonly isLoadingMore: boolean
  readonly failure: unknown
  readonly moreFailure: unknown
  readonly reload: () => void
  readonly loadMore: () => void
  /** Shows an order as the server answered it. */
  readonly replaceOrder: (order: AdminOrder) => void
}

interface Continuation {
  /** The page that it continues: with another one it is worth nothing. */
  readonly first: AdminOrderPage
  readonly pages: readonly AdminOrderPage[]
  readonly isLoading: boolean
  readonly failure: unknown
}

/** The orders that fit the filters, page by page. */
export function useOrderList(filters: OrderFilters): OrderListState {
  const load = useCallback(() => adminApi.fetchOrders(ordersQuery(filters)), [filters])
  const { value: first, isLoading, failure, reload } = useLoaded(load)
  const [continued, setContinued] = useState<Continuation | null>(null)
  const [changed, setChanged] = useState<ReadonlyMap<string, AdminOrder>>(new Map())

  const continuation = continued?.first === first ? continued : null
  const pages = first === null ? [] : [first, ...(continuation?.pages ?? [])]
  const cursor = pages.at(-1)?.nextCursor ?? null

  function loadMore() {
    if (first === null || cursor === null || continuation?.isLoading === true) return
    const before = { first, pages: continuation?.pages ?? [] }
    const settle = (next: Continuation) =>
      setContinued((now) => (now?.first === first ? next : now))
    setContinued({ ...before, isLoading: true, failure: null })
    adminApi.fetchOrders(ordersQuery(filters, cursor)).then(
      (page) =>
        settle({ ...before, pages: [...before.pages, page], isLoading: false, failure: null }),
      (reason: unknown) => settle({ ...before, isLoading: false, failure: reason }),
    )
  }

  function reloadAll() {
    setChanged(new Map())
    reload()
  }

  return {
    orders:
      first && pages.flatMap(({ orders }) => orders.map((order) => changed.get(order.id) ?? order)),
    hasMore: cursor !== null,
    isLoading,
    isLoadingMore: continuation?.isLoading ?? false,
    failure,
    moreFailure: continuation?.failure ?? null,
    reload: reloadAll,
    loadMore,
    replaceOrder: (order) => setChanged((before) => new Map(before).set(order.id, order)),
  }
}
