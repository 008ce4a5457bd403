import { useCallback, useId, useState } from 'react'
import type { FlowsView, LedgerCheckView } from '#contract/admin-kryptonite.ts'
import type { TransactionType } from '#domain/kryptonite.ts'
import { cents } from '#domain/money.ts'
import { failureText } from '#web/features/staff/admin-texts.ts'
import { binFlows, sumDays, type FlowBin } from './admin-chart-data.ts'
import { krApi } from './admin-kr-api.ts'
import { formatSignedKr, transactionLabels } from './admin-kr-texts.ts'
import { useLiveRefresh, useLoaded } from '#web/features/staff/use-admin-data.ts'
import { formatDollars, formatKr, formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { getLocale } from '#web/i18n/runtime.ts'
import { LoadFailure, SectionHeader } from '#web/features/staff/admin-section-parts.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Panel } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { BarChart } from './admin-bar-chart.tsx'
import type { ChartSeries, Hatch } from './admin-chart-bars.tsx'

const spans = [30, 90, 365] as const
// A year of single days has more bars than a phone has pixels.
const daysPerBin: Readonly<Record<(typeof spans)[number], number>> = { 30: 1, 90: 1, 365: 7 }

/** Sales of packs and movements of Kr over time. */
export function KrFlows() {
  const [span, setSpan] = useState<(typeof spans)[number]>(30)
  const flows = useLoaded(useCallback(() => krApi.fetchFlows(span), [span]))
  useLiveRefresh(flows.refresh)
  const { value, isLoading, failure, reload } = flows
  return (
    <>
      <SectionHeader
        level={3}
        title={m.admin_kr_flows()}
        lead={m.admin_kr_flows_lead()}
        isLoading={isLoading}
        onReload={reload}
      />
      <SpanChoice span={span} onChange={setSpan} />
      {failure !== null && <LoadFailure failure={failure} onRetry={reload} />}
      {value?.providerMode === 'test' && (
        <Notice tone="warning" title={m.admin_test_title()} className="mb-6">
          {m.admin_kr_test_text()}
        </Notice>
      )}
      {value === null && isLoading && (
        <div className="grid gap-6">
          <Skeleton className="h-28" />
          <Skeleton className="h-80" />
          <Skeleton className="h-80" />
        </div>
      )}
      {value !== null && (
        <div
          aria-busy={isLoading}
          className="grid grid-cols-[minmax(0,1fr)] gap-6 transition-opacity duration-200 aria-busy:opacity-60"
        >
          <FlowFigures flows={value} />
          <FlowCharts bins={binFlows(value.days, binSize(value.days.length))} />
          <LedgerCheck />
        </div>
      )}
    </>
  )
}

/** By the number of days shown, which is the previous span's while the next one is loading. */
function binSize(days: number): number {
  const span = spans.find((candidate) => candidate >= days) ?? 365
  return daysPerBin[span]
}

interface SpanChoiceProps {
  readonly span: number
  readonly onChange: (span: (typeof spans)[number]) => void
}

function SpanChoice({ span, onChange }: SpanChoiceProps) {
  const name = useId()
  return (
    <fieldset className="mb-6">
      <legend className="mb-2 font-display font-semibold">{m.admin_kr_span()}</legend>
      <div className="flex flex-wrap gap-2">
        {spans.map((days) => (
          <label
            key={days}
            className="inline-flex min-h-11 cursor-pointer items-center border border-line-strong px-4 text-muted has-checked:border-crystal has-checked:bg-crystal-deep has-checked:text-crystal has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-crystal-bright"
          >
            <input
              type="radio"
              name={name}
              value={days}
              checked={days === span}
              onChange={() => onChange(days)}
              className="sr-only"
            />
            {m.admin_kr_span_days({ days: String(days) })}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The sums of the span, and the Kr that players hold now. */
function FlowFigures({ flows }: { readonly flows: FlowsView }) {
  const total = sumDays(flows.days)
  const spent = -(total?.krByType.skin_purchase ?? 0)
  return (
    <dl className="grid gap-px border border-line bg-line sm:grid-cols-2 xl:grid-cols-4">
      <Figure label={m.admin_kr_circulation()} isMain>
        {formatKr(flows.krInCirculation)}
      </Figure>
      <Figure label={m.admin_kr_sales()}>{formatDollars(cents(total?.packNetCents ?? 0))}</Figure>
      <Figure label={m.admin_kr_packs_sold()}>{formatNumber(total?.packsSold ?? 0)}</Figure>
      <Figure label={m.admin_kr_spent()}>{formatKr(spent)}</Figure>
    </dl>
  )
}

interface FigureProps {
  readonly label: string
  readonly children: string
  readonly isMain?: boolean
}

function Figure({ label, children, isMain = false }: FigureProps) {
  return (
    <div className="bg-surface p-4 sm:p-5">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className={classNames('mt-1 kr text-2xl whitespace-nowrap', isMain && 'text-crystal')}>
        {children}
      </dd>
    </div>
  )
}

const seriesLooks: readonly (readonly [TransactionType, string, Hatch])[] = [
  ['pack_purchase', '#6bff4d', 'solid'],
  ['pack_bonus', '#b6ff9e', 'rising'],
  ['admin_add', '#e8f2eb', 'dots'],
  ['skin_purchase', '#5fd3ff', 'solid'],
  ['refund', '#ff7566', 'falling'],
  ['dispute', '#ffb648', 'upright'],
  ['correction', '#9db3a5', 'crossed'],
]

/** Pack sales in dollars, and Kr by type of transaction. */
function FlowCharts({ bins }: { readonly bins: readonly FlowBin[] }) {
  const isByWeek = bins.some(({ from, to }) => from !== to)
  const sales: ChartSeries = {
    id: 'sales',
    label: m.admin_kr_sales(),
    color: '#6bff4d',
    hatch: 'solid',
    valueOf: (bin) => bin.packNetCents,
  }
  const flows = seriesLooks.map(([type, color, hatch]): ChartSeries => ({
    id: type,
    label: transactionLabels[type](),
    color,
    hatch,
    valueOf: (bin) => bin.krByType[type],
  }))
  return (
    <>
      <BarChart
        id="pack-sales"
        title={isByWeek ? m.admin_kr_chart_sales_week() : m.admin_kr_chart_sales_day()}
        bins={bins}
        series={[sales]}
        smallestStep={100}
        format={(amountCents) => formatDollars(cents(amountCents))}
        formatTick={formatDollarTick}
      />
      <BarChart
        id="kr-flows"
        title={isByWeek ? m.admin_kr_chart_flows_week() : m.admin_kr_chart_flows_day()}
        bins={bins}
        series={flows}
        smallestStep={1}
        format={formatSignedKr}
        formatTick={formatCompact}
      />
    </>
  )
}

function formatCompact(value: number): string {
  return new Intl.NumberFormat(getLocale(), { notation: 'compact' }).format(value)
}

function formatDollarTick(amountCents: number): string {
  return `${formatCompact(amountCents / 100)}\u00A0$`
}

type LedgerCheckOutcome =
  | { readonly check: LedgerCheckView; readonly failure?: never }
  | { readonly check?: never; readonly failure: unknown }

/** Recalculates the whole ledger and reports whether every balance equals the sum of its lines. */
function LedgerCheck() {
  const [isPending, setIsPending] = useState(false)
  const [outcome, setOutcome] = useState<LedgerCheckOutcome | null>(null)

  async function check() {
    setIsPending(true)
    setOutcome(null)
    try {
      setOutcome({ check: await krApi.checkLedger() })
    } catch (failure) {
      setOutcome({ failure })
    }
    setIsPending(false)
  }

  return (
    <Panel title={m.admin_kr_ledger()}>
      <p className="mb-5 max-w-2xl text-muted">{m.admin_kr_ledger_text()}</p>
      <Button
        tone="secondary"
        pending={isPending}
        pendingLabel={m.admin_kr_ledger_checking()}
        onClick={() => void check()}
      >
        {m.admin_kr_ledger_check()}
      </Button>
      {outcome?.check && <LedgerCheckResult check={outcome.check} />}
      {outcome && !outcome.check && (
        <Notice live tone="error" title={m.admin_kr_ledger_failed()} className="mt-5">
          {failureText(outcome.failure)}
        </Notice>
      )}
    </Panel>
  )
}

function LedgerCheckResult({ check }: { readonly check: LedgerCheckView }) {
  const counted = m.admin_kr_ledger_counted({
    balances: formatNumber(check.balances),
    lines: formatNumber(check.transactions),
  })
  if (check.differences.length === 0) {
    return (
      <Notice live tone="success" title={m.admin_kr_ledger_right()} className="mt-5">
        {counted}
      </Notice>
    )
  }
  return (
    <Notice live tone="error" title={m.admin_kr_ledger_wrong()} className="mt-5">
      <p>{counted}</p>
      <p className="mt-2">{m.admin_kr_ledger_wrong_text()}</p>
      {/* In the server's words, which are also in its log. */}
      <section
        lang="en"
        aria-label={m.admin_kr_ledger_wrong()}
        // It scrolls, so it must be focusable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="mt-3 max-h-80 overflow-auto"
      >
        <ul className="list-disc space-y-1 pl-5 font-mono text-sm wrap-anywhere">
          {check.differences.map((difference) => (
            <li key={difference}>{difference}</li>
          ))}
        </ul>
      </section>
    </Notice>
  )
}
