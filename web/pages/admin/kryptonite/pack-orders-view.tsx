import { useCallback } from 'react'
import type { AdminPackOrder } from '#contract/admin-kryptonite.ts'
import { cents } from '#domain/money.ts'
import { krApi } from '#web/admin/kr-api.ts'
import { mismatchText, packState } from '#web/admin/kr-texts.ts'
import { useLiveRefresh } from '#web/admin/use-live-refresh.ts'
import { usePagedList } from '#web/admin/use-paged-list.ts'
import { formatDollars } from '#web/i18n/format-dollars.ts'
import { formatKr } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Badge } from '#web/ui/badge.tsx'
import { AccountText } from '#web/pages/admin/account-text.tsx'
import { CopyButton } from '#web/pages/admin/copy-button.tsx'
import { Moment } from '#web/pages/admin/orders/order-parts.tsx'
import { PagedItems } from '#web/pages/admin/paged-items.tsx'
import { SearchField } from '#web/pages/admin/search-field.tsx'
import { SectionHeader } from '#web/pages/admin/section-header.tsx'
import type { KrViewProps } from './balances-view.tsx'
import { KrText } from '#web/ui/kr-text.tsx'

/** The packs that were ordered, paid or not. */
export function PackOrdersView({ filters, onChange }: KrViewProps) {
  const { search } = filters
  const list = usePagedList(
    useCallback((cursor: string | null) => krApi.fetchPackOrders(search, cursor), [search]),
  )
  useLiveRefresh(list.refresh)
  return (
    <>
      <SectionHeader
        level={3}
        title={m.admin_kr_packs()}
        lead={m.admin_kr_packs_lead()}
        isLoading={list.isLoading}
        onReload={list.reload}
      />
      <search className="mb-5 block max-w-2xl">
        <SearchField
          hint={m.admin_kr_packs_search()}
          search={search}
          onSearch={(next) => onChange({ ...filters, search: next })}
        />
      </search>
      <PagedItems
        list={list}
        label={m.admin_kr_packs()}
        none={m.admin_kr_packs_none()}
        isFiltered={search !== ''}
        onClearFilters={() => onChange({ ...filters, search: '' })}
      >
        {(order) => <PackOrderRow order={order} />}
      </PagedItems>
    </>
  )
}

function PackOrderRow({ order }: { readonly order: AdminPackOrder }) {
  const { amount, bonus, mismatch, sessionId, paidAt } = order
  const { label, tone } = packState(order)
  return (
    <div className="grid gap-x-6 gap-y-2 lg:grid-cols-[minmax(0,16rem)_minmax(0,1fr)_auto]">
      <div>
        <AccountText {...order} />
      </div>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="kr">{formatKr(amount)}</span>
          {bonus > 0 && (
            <span className="text-sm text-crystal">
              {m.admin_kr_pack_bonus({ bonus: formatKr(bonus) })}
            </span>
          )}
          <Badge tone={tone}>
            <KrText>{label()}</KrText>
          </Badge>
        </p>
        <p className="mt-1 text-sm text-muted">
          {m.admin_kr_pack_opened_at()} <Moment iso={order.openedAt} />
          {paidAt !== null && (
            <>
              {' · '}
              {m.admin_kr_pack_paid_at()} <Moment iso={paidAt} />
            </>
          )}
        </p>
        {mismatch !== null && (
          <p className="mt-2 border-l-4 border-loss pl-3">
            {mismatchText(mismatch)} {m.admin_kr_pack_wrongly_paid_todo()}
          </p>
        )}
        {sessionId !== null && (
          <p className="-my-1.5 flex items-center text-sm text-muted">
            <span className="sr-only">{m.admin_kr_pack_session()}</span>
            <span className="font-mono text-[0.8125rem] wrap-anywhere">{sessionId}</span>
            <CopyButton text={sessionId} label={m.admin_kr_copy_session({ session: sessionId })} />
          </p>
        )}
      </div>
      <PackMoney order={order} />
    </div>
  )
}

function PackMoney({ order }: { readonly order: AdminPackOrder }) {
  const { priceCents, refundedCents, disputedCents } = order
  return (
    <div className="text-right">
      <p className="font-display text-xl font-bold whitespace-nowrap tabular-nums">
        {formatDollars(cents(priceCents))}
      </p>
      {refundedCents > 0 && (
        <p className="text-sm text-loss">
          {m.admin_refunded_amount({ amount: formatDollars(cents(refundedCents)) })}
        </p>
      )}
      {disputedCents > 0 && (
        <p className="text-sm text-amber">
          {m.admin_kr_disputed_amount({ amount: formatDollars(cents(disputedCents)) })}
        </p>
      )}
    </div>
  )
}
