import { krAddress, readKrFilters } from '#web/admin/admin-address.ts'
import { useAddressFilters } from '#web/components/use-address-filters.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { BalancesView } from './balances-view.tsx'
import { FlowsView } from './flows-view.tsx'
import { KrNavigation } from './kr-navigation.tsx'
import { PackOrdersView } from './pack-orders-view.tsx'
import { TransactionsView } from './transactions-view.tsx'

/** Everything about Kr: how they flow, who has them, why, and the packs that were bought. */
export function KryptoniteSection() {
  const [filters, change] = useAddressFilters(readKrFilters, krAddress)
  return (
    <section>
      <h2 className="sr-only">{m.admin_kr()}</h2>
      <KrNavigation current={filters.list} />
      {filters.list === 'flows' && <FlowsView />}
      {filters.list === 'balances' && <BalancesView filters={filters} onChange={change} />}
      {filters.list === 'transactions' && <TransactionsView filters={filters} onChange={change} />}
      {filters.list === 'packs' && <PackOrdersView filters={filters} onChange={change} />}
    </section>
  )
}
