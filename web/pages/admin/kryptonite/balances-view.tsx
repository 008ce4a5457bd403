import { useCallback } from 'react'
import { krAddress, type KrFilters } from '#web/admin/admin-address.ts'
import { krApi, type ListedBalance } from '#web/admin/kr-api.ts'
import { useLiveRefresh } from '#web/admin/use-live-refresh.ts'
import { usePagedList } from '#web/admin/use-paged-list.ts'
import { Icon } from '#web/art/icon.tsx'
import { Link } from '#web/components/link.tsx'
import { formatKr } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { classNames } from '#web/ui/class-names.ts'
import { AccountText } from '#web/pages/admin/account-text.tsx'
import { Moment } from '#web/pages/admin/orders/order-parts.tsx'
import { PagedItems } from '#web/pages/admin/paged-items.tsx'
import { SearchField } from '#web/pages/admin/search-field.tsx'
import { SectionHeader } from '#web/pages/admin/section-header.tsx'

export interface KrViewProps {
  readonly filters: KrFilters
  readonly onChange: (filters: KrFilters) => void
}

/** Who has how many Kr. */
export function BalancesView({ filters, onChange }: KrViewProps) {
  const { search } = filters
  const list = usePagedList(
    useCallback((cursor: string | null) => krApi.fetchBalances(search, cursor), [search]),
  )
  useLiveRefresh(list.refresh)
  return (
    <>
      <SectionHeader
        level={3}
        title={m.admin_kr_balances()}
        lead={m.admin_kr_balances_lead()}
        isLoading={list.isLoading}
        onReload={list.reload}
      />
      <search className="mb-5 block max-w-2xl">
        <SearchField
          hint={m.admin_kr_balances_search()}
          search={search}
          onSearch={(next) => onChange({ ...filters, search: next })}
        />
      </search>
      <PagedItems
        list={list}
        label={m.admin_kr_balances()}
        none={m.admin_kr_balances_none()}
        isFiltered={search !== ''}
        onClearFilters={() => onChange({ ...filters, search: '' })}
      >
        {(balance) => <BalanceRow balance={balance} />}
      </PagedItems>
    </>
  )
}

function BalanceRow({ balance }: { readonly balance: ListedBalance }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <div className="min-w-0">
        <AccountText {...balance} />
        {balance.isClaimed && (
          <p className="flex items-center gap-1.5 text-sm text-crystal">
            <Icon name="shield" className="size-4.5" />
            {m.admin_kr_claimed()}
          </p>
        )}
      </div>
      <div className="ml-auto text-right">
        <p
          className={classNames('kr text-xl whitespace-nowrap', balance.balance < 0 && 'text-loss')}
        >
          {formatKr(balance.balance)}
        </p>
        <p className="text-sm text-muted">
          {m.admin_kr_changed_at()} <Moment iso={balance.updatedAt} />
        </p>
        <Link
          href={krAddress({ list: 'transactions', search: balance.steamId, type: null })}
          aria-label={m.admin_kr_lines_of({ name: balance.discordUsername })}
          className="inline-flex min-h-11 items-center text-crystal underline underline-offset-4"
        >
          {m.admin_kr_lines()}
        </Link>
      </div>
    </div>
  )
}
