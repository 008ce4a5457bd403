import {
  listBalances,
  listPackOrders,
  searchTransactions,
  type AdminBalance,
  type AdminPackOrder,
  type AdminTransaction,
} from '#contract/kryptonite.ts'
import { transactionTypes, type TransactionType } from '#domain/kryptonite.ts'
import { cents } from '#domain/money.ts'
import { krAddress, readKrFilters, skinsAddress, type KrFilters } from '#web/admin-kit/address.ts'
import { ListSection, ViewNavigation } from '#web/admin-kit/section-parts.tsx'
import { useMayDo } from '#web/admin-kit/session.ts'
import { useLiveRefresh, usePagedList } from '#web/admin-kit/use-admin-data.ts'
import { AccountText, CopyButton, Moment } from '#web/admin-kit/values.tsx'
import { TextLink } from '#web/app/links.tsx'
import { useAddressFilters } from '#web/app/navigation.ts'
import { Icon } from '#web/art/icon.tsx'
import { formatDollars, formatKr } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { classNames } from '#web/ui/class-names.ts'
import { SelectField } from '#web/ui/fields.tsx'
import { Badge, KrText } from '#web/ui/labels.tsx'
import { KrFlows } from './admin-kr-flows.tsx'
import { formatSignedKr, mismatchText, packState, transactionLabels } from './admin-kr-texts.ts'

/** Everything about Kr: movements over time, balances, transactions, and orders of packs. */
export function KryptoniteSection() {
  const [filters, change] = useAddressFilters(readKrFilters, krAddress)
  const mayReadFlows = useMayDo('money')
  const shown = filters.list === 'flows' && !mayReadFlows ? 'balances' : filters.list
  return (
    <section>
      <h2 className="sr-only">{m.admin_kr()}</h2>
      <ViewNavigation
        label={m.admin_kr_views()}
        current={shown}
        views={[
          ...(mayReadFlows ? [{ id: 'flows' as const, label: m.admin_kr_flows() }] : []),
          { id: 'balances', label: m.admin_kr_balances() },
          { id: 'transactions', label: m.admin_kr_transactions() },
          { id: 'packs', label: m.admin_kr_packs() },
        ]}
        addressOf={(list) => krAddress({ list })}
      />
      {shown === 'flows' && <KrFlows />}
      {shown === 'balances' && <BalancesView filters={filters} onChange={change} />}
      {shown === 'transactions' && <TransactionsView filters={filters} onChange={change} />}
      {shown === 'packs' && <PackOrdersView filters={filters} onChange={change} />}
    </section>
  )
}

interface KrViewProps {
  readonly filters: KrFilters
  readonly onChange: (filters: KrFilters) => void
}

function BalancesView({ filters, onChange }: KrViewProps) {
  const { search } = filters
  const list = usePagedList(listBalances, { search }, ({ balances }) =>
    // Each has its Steam ID as its id.
    balances.map((balance) => ({ ...balance, id: balance.steamId })),
  )
  useLiveRefresh(list.refresh)
  return (
    <ListSection
      level={3}
      title={m.admin_kr_balances()}
      lead={m.admin_kr_balances_lead()}
      list={list}
      filters={filters}
      onFilter={onChange}
      searchHint={m.admin_kr_balances_search()}
      none={m.admin_kr_balances_none()}
    >
      {(balance) => <BalanceRow balance={balance} />}
    </ListSection>
  )
}

function BalanceRow({ balance }: { readonly balance: AdminBalance }) {
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
        <TextLink
          href={krAddress({ list: 'transactions', search: balance.steamId })}
          aria-label={m.admin_kr_lines_of({ name: balance.discordUsername })}
        >
          {m.admin_kr_lines()}
        </TextLink>
      </div>
    </div>
  )
}

function TransactionsView({ filters, onChange }: KrViewProps) {
  const { search, type } = filters
  const list = usePagedList(
    searchTransactions,
    { search, type },
    ({ transactions }) => transactions,
  )
  useLiveRefresh(list.refresh)
  return (
    <ListSection
      level={3}
      title={m.admin_kr_transactions()}
      lead={m.admin_kr_transactions_lead()}
      list={list}
      filters={filters}
      onFilter={onChange}
      noFilters={{ type: null }}
      searchHint={m.admin_kr_transactions_search()}
      filterLayout="sm:grid-cols-[minmax(0,1fr)_18rem]"
      moreFilters={
        <SelectField
          label={m.admin_kr_type()}
          all={m.admin_kr_type_all()}
          values={transactionTypes}
          labelOf={(known) => transactionLabels[known]()}
          value={type}
          onChange={(chosen) => onChange({ ...filters, type: chosen })}
        />
      }
      none={m.admin_kr_transactions_none()}
    >
      {(transaction) => <TransactionRow transaction={transaction} />}
    </ListSection>
  )
}

/** For the other types the label is enough; their descriptions are for readers of the database. */
function hasUsefulDescription(type: TransactionType): boolean {
  return type === 'skin_purchase' || type === 'correction'
}

export function TransactionRow({ transaction }: { readonly transaction: AdminTransaction }) {
  const { amount, createdAt, description, type } = transaction
  return (
    <div className="grid gap-x-6 gap-y-2 lg:grid-cols-[minmax(0,16rem)_minmax(0,1fr)_auto]">
      <div>
        <AccountText {...transaction} />
      </div>
      <div className="min-w-0">
        <p className="font-display font-semibold">{transactionLabels[type]()}</p>
        {hasUsefulDescription(type) && <p className="text-sm wrap-anywhere">{description}</p>}
        <SourceLink transaction={transaction} />
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

/** Leads to what a transaction was for; nothing for what an admin gave or corrected. */
function SourceLink({
  transaction: { source, steamId },
}: {
  readonly transaction: AdminTransaction
}) {
  const [provider, session = ''] = source.split(':')
  if (provider === 'stripe') {
    const address = krAddress({ list: 'packs', search: session })
    return <TextLink href={address}>{m.admin_kr_source_pack()}</TextLink>
  }
  if (provider !== 'skin_purchase') return null
  const address = skinsAddress({ search: steamId })
  return <TextLink href={address}>{m.admin_kr_source_skin()}</TextLink>
}

function PackOrdersView({ filters, onChange }: KrViewProps) {
  const { search } = filters
  const list = usePagedList(listPackOrders, { search }, ({ orders }) => orders)
  useLiveRefresh(list.refresh)
  return (
    <ListSection
      level={3}
      title={m.admin_kr_packs()}
      lead={m.admin_kr_packs_lead()}
      list={list}
      filters={filters}
      onFilter={onChange}
      searchHint={m.admin_kr_packs_search()}
      none={m.admin_kr_packs_none()}
    >
      {(order) => <PackOrderRow order={order} />}
    </ListSection>
  )
}

export function PackOrderRow({ order }: { readonly order: AdminPackOrder }) {
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
            <span>
              {' · '}
              {m.admin_kr_pack_paid_at()} <Moment iso={paidAt} />
            </span>
          )}
        </p>
        {mismatch !== null && (
          <p className="mt-2 border-l-4 border-loss pl-3">
            {`${mismatchText(mismatch)} ${m.admin_kr_pack_wrongly_paid_todo()}`}
          </p>
        )}
        {sessionId !== null && (
          <p className="-my-1.5 flex items-center text-sm text-muted">
            <span className="sr-only">{m.admin_kr_pack_session()}</span>
            <span translate="no" className="font-mono text-[0.8125rem] wrap-anywhere">
              {sessionId}
            </span>
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
