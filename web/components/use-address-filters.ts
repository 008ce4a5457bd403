import { useMemo } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'

/**
 * Filters that live in the page's address, so that reload and back keep them. A change shows at
 * once: it is the page that is shown, so there is nothing to load, and no press may wait.
 */
export function useAddressFilters<Filters>(
  read: (query: string) => Filters,
  toAddress: (filters: Filters) => string,
): readonly [Filters, (filters: Filters) => void] {
  const query = useSearch()
  const filters = useMemo(() => read(query), [read, query])
  return [filters, (next) => navigate(toAddress(next), { replace: true })]
}
