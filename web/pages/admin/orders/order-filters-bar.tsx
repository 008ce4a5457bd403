import { useId } from 'react'
import type { OrderFilters } from '#web/admin/admin-address.ts'
import { orderStates } from '#web/admin/admin-texts.ts'
import { orderStatuses } from '#domain/orders.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { SearchField } from '#web/pages/admin/search-field.tsx'

interface OrderFiltersBarProps {
  readonly filters: OrderFilters
  readonly onChange: (filters: OrderFilters) => void
}

/** Search, state, and what is still to be handed over. */
export function OrderFiltersBar({ filters, onChange }: OrderFiltersBarProps) {
  const statusId = useId()
  return (
    <search className="mb-5 grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_16rem_auto]">
      <SearchField
        hint={m.admin_search_hint()}
        search={filters.search}
        className="sm:col-span-2 lg:col-span-1"
        onSearch={(search) => onChange({ ...filters, search })}
      />
      <div>
        <label htmlFor={statusId} className="mb-2 block font-display font-semibold">
          {m.admin_filter_status()}
        </label>
        <select
          id={statusId}
          className="field"
          value={filters.status ?? ''}
          onChange={({ target }) => {
            const status = orderStatuses.find((known) => known === target.value) ?? null
            onChange({ ...filters, status })
          }}
        >
          <option value="">{m.admin_filter_all()}</option>
          {orderStatuses.map((status) => (
            <option key={status} value={status}>
              {orderStates[status].label()}
            </option>
          ))}
        </select>
      </div>
      <label className="flex min-h-12 items-center gap-3 border lg:mt-8.25 border-line-strong px-4 font-display font-semibold has-checked:border-crystal has-checked:bg-crystal-deep">
        <input
          type="checkbox"
          className="size-5"
          checked={filters.toDeliver}
          onChange={({ target }) => onChange({ ...filters, toDeliver: target.checked })}
        />
        {m.admin_filter_to_deliver()}
      </label>
    </search>
  )
}
