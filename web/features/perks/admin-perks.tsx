import { perksAddress, readPerkFilters } from '#web/admin-kit/address.ts'
import { useMayDo } from '#web/admin-kit/session.ts'
import { ViewNavigation } from '#web/admin-kit/section-parts.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { useAddressFilters } from '#web/app/navigation.ts'
import { AdaptersView } from './admin-adapters.tsx'
import { GrantList } from './admin-grants.tsx'
import { BatchesView, CompensationForm } from './admin-perk-batches.tsx'
import { ImportForm } from './admin-perk-import.tsx'

export function PerksSection() {
  const [filters, change] = useAddressFilters(readPerkFilters, perksAddress)
  const mayChangeMany = useMayDo('perks.batch')
  const list = filters.list === 'batches' && !mayChangeMany ? 'deliveries' : filters.list
  return (
    <section>
      <h2 className="sr-only">{m.admin_perks()}</h2>
      <ViewNavigation
        label={m.admin_perks_views()}
        current={list}
        views={[
          { id: 'deliveries', label: m.admin_perks_deliveries() },
          ...(mayChangeMany ? [{ id: 'batches', label: m.admin_perks_batches() } as const] : []),
        ]}
        addressOf={(id) => perksAddress({ list: id, search: '', state: null })}
      />
      {list === 'deliveries' && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
          <AdaptersView />
          <GrantList filters={filters} onChange={change} />
        </div>
      )}
      {list === 'batches' && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-2">
            <CompensationForm />
            <ImportForm />
          </div>
          <BatchesView />
        </div>
      )}
    </section>
  )
}
