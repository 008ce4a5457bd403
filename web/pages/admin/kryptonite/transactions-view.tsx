import { useCallback, useId } from 'react'
import type { AdminTransaction } from '#contract/admin-kryptonite.ts'
import { transactionTypes, type TransactionType } from '#domain/ledger.ts'
import { krApi } from '#web/admin/kr-api.ts'
import { formatSignedKr, transactionLabels } from '#web/admin/kr-texts.ts'
import { useLiveRefresh } from '#web/admin/use-live-refresh.ts'
import { usePagedList } from '#web/admin/use-paged-list.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { classNames } from '#web/ui/class-names.ts'
import { AccountText } from '#web/pages/admin/account-text.tsx'
import { CopyButton } from '#web/pages/admin/copy-button.tsx'
import { Moment } from '#web/pages/admin/orders/order-parts.tsx'
import { PagedItems } from '#web/pages/admin/paged-items.tsx'
import { SearchField } from '#web/pages/admin/search-field.tsx'
import { SectionHeader } from '#web/pages/admin/section-header.tsx'
import type { KrViewProps } from './balances-view.tsx'

/** Every movement of Kr, the newest first. */
export function TransactionsView({ filters, onChange }: KrViewProps) {
  const list = usePagedList(
    useCallback((cursor: string | null) => krApi.fetchTransactions(filters, cursor), [filters]),
  )
  useLiveRefresh(list.refresh)
  return (
    <>
      <SectionHeader
        level={3}
        title={m.admin_kr_transactions()}
        lead={m.admin_kr_transactions_lead()}
        isLoading={list.isLoading}
        onReload={list.reload}
      />
      <search className="mb-5 grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_18rem]">
        <SearchField
          hint={m.admin_kr_transactions_search()}
          search={filters.search}
          onSearch={(search) => onChange({ ...filters, search })}
        />
        <TypeFilter filters={filters} onChange={onChange} />
      </search>
      <PagedItems
        list={list}
        label={m.admin_kr_transactions()}
        none={m.admin_kr_transactions_none()}
        isFiltered={filters.search !== '' || filters.type !== null}
        onClearFilters={() => onChange({ ...filters, search: '', type: null })}
      >
        {(transaction) => <TransactionRow transaction={transaction} />}
      </PagedItems>
    </>
  )
}

function TypeFilter({ filters, onChange }: KrViewProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-2 block font-display font-semibold">
        {m.admin_kr_type()}
      </label>
      <select
        id={id}
        className="field"
        value={filters.type ?? ''}
        onChange={({ target }) => {
          const type = transactionTypes.find((known) => known === target.value) ?? null
          onChange({ ...filters, type })
        }}
      >
        <option value="">{m.admin_kr_type_all()}</option>
        {transactionTypes.map((type) => (
          <option key={type} value={type}>
            {transactionLabels[type]()}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Of the others the type says it all; what the ledger calls them is for whoever reads the database. */
function isTelling(type: TransactionType): boolean {
  return type === 'skin_purchase' || type === 'correction'
}

function TransactionRow({ transaction }: { readonly transaction: AdminTransaction }) {
  const { amount, createdAt, description, source, type } = transaction
  return (
    <div className="grid gap-x-6 gap-y-2 lg:grid-cols-[minmax(0,16rem)_minmax(0,1fr)_auto]">
      <div>
        <AccountText {...transaction} />
      </div>
      <div className="min-w-0">
        <p className="font-display font-semibold">{transactionLabels[type]()}</p>
        {isTelling(type) && <p className="text-sm wrap-anywhere">{description}</p>}
        <p className="-my-1.5 flex items-center text-sm text-muted">
          <span className="sr-only">{m.admin_kr_source()}</span>
          <span className="font-mono text-[0.8125rem] wrap-anywhere">{source}</span>
          <CopyButton text={source} label={m.admin_kr_copy_source({ source })} />
        </p>
      </div>
      <div className="text-right">
        <p
          className={classNames(
            'kr text-xl whitespace-nowrap',
            amount > 0 ? 'text-crystal' : 'text-loss',
          )}
        >
          {formatSignedKr(amount)}
        </p>
        <p className="text-sm text-muted">
          <Moment iso={createdAt} />
        </p>
      </div>
    </div>
  )
}
