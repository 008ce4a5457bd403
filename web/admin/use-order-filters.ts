import { useMemo } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { ordersAddress, readOrderFilters, type OrderFilters } from './admin-address.ts'

interface OrderFilterState {
  readonly filters: OrderFilters
  readonly change: (filters: OrderFilters) => void
}

/** The filters live in the page's address, so that reload and back keep them. */
export function useOrderFilters(): OrderFilterState {
  const query = useSearch()
  const filters = useMemo(() => readOrderFilters(query), [query])
  return { filters, change: changeFilters }
}

/** At once: it is the page that is shown, so there is nothing to load, and no press may wait. */
function changeFilters(next: OrderFilters): void {
  navigate(ordersAddress(next), { replace: true })
}
