import {
  checkLedger,
  readFlows,
  type FlowsView,
  type LedgerCheckView,
} from '#contract/kryptonite.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { TransactionType } from '#domain/kryptonite.ts'
import { cents } from '#domain/money.ts'
import { RadioFilter } from '#web/admin-kit/filters.tsx'
import { LoadedSection } from '#web/admin-kit/section-parts.tsx'
import { adminCall } from '#web/admin-kit/session.ts'
import { failureText } from '#web/admin-kit/texts.ts'
import { useAdminQuery, useLiveRefresh } from '#web/admin-kit/use-admin-data.ts'
import { Disclosure } from '#web/app/disclosure.tsx'
import { formatDollars, formatKr, formatNumber } from '#web/i18n/format.ts'
import { formatLongDay } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { formatLocale, getLocale } from '#web/i18n/runtime.ts'
import {
  BarChart,
  ChartTable,
  SeriesMark,
  type ChartSeries,
  type Hatch,
} from '#web/ui/bar-chart.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { KrText } from '#web/ui/labels.tsx'
import { Panel } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { binFlows, sumDays, type FlowBin } from './admin-chart-data.ts'
import { formatSignedKr, transactionLabels } from './admin-kr-texts.ts'

const spans = [30, 90, 365] as const
// A year of single days has more bars than a phone has pixels.
const daysPerBin: Readonly<Record<(typeof spans)[number], number>> = { 30: 1, 90: 1, 365: 7 }

export function KrFlows() {
  const [span, setSpan] = useState<(typeof spans)[number]>(30)
  const flows = useAdminQuery(readFlows, { query: { days: span } })
  useLiveRefresh(flows.refresh)
  return (
    <LoadedSection
      level={3}
      title={m.admin_kr_flows()}
      lead={m.admin_kr_flows_lead()}
      loaded={flows}
      choice={
        <div className="mb-6">
          <RadioFilter
            label={m.admin_kr_span()}
            values={spans}
            labelOf={(days) => m.admin_kr_span_days({ days: String(days) })}
            value={span}
            onChange={setSpan}
          />
        </div>
      }
      skeletons={
        <div className="grid gap-6">
          <Skeleton className="h-28" />
          <Skeleton className="h-80" />
          <Skeleton className="h-80" />
        </div>
      }
    >
      {(value) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {value.providerMode === 'test' && (
            <Notice tone="warning" title={m.admin_test_title()}>
              {m.admin_kr_test_text()}
            </Notice>
          )}
          <FlowFigures flows={value} />
          <FlowCharts bins={binFlows(value.days, binSize(value.days.length))} />
          <LedgerCheck />
        </div>
      )}
    </LoadedSection>
  )
}

/** By the number of days shown, which is the previous span's while the next one is loading. */
function binSize(days: number): number {
  const span = spans.find((candidate) => candidate >= days) ?? 365
  return daysPerBin[span]
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

function FlowCharts({ bins }: { readonly bins: readonly FlowBin[] }) {
  const isByWeek = bins.some(({ from, to }) => from !== to)
  const sales: FlowSeries = {
    id: 'sales',
    label: m.admin_kr_sales(),
    color: '#6bff4d',
    hatch: 'solid',
    valueOf: (bin) => bin.packNetCents,
  }
  const flows = seriesLooks.map(([type, color, hatch]): FlowSeries => ({
    id: type,
    label: transactionLabels[type](),
    color,
    hatch,
    valueOf: (bin) => bin.krByType[type],
  }))
  return (
    <>
      <FlowChart
        id="pack-sales"
        title={isByWeek ? m.admin_kr_chart_sales_week() : m.admin_kr_chart_sales_day()}
        bins={bins}
        series={[sales]}
        smallestStep={100}
        format={(amountCents) => formatDollars(cents(amountCents))}
        formatTick={formatDollarTick}
      />
      <FlowChart
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

interface FlowSeries extends ChartSeries<FlowBin> {
  readonly label: string
}

interface FlowChartProps {
  readonly id: string
  readonly title: string
  readonly bins: readonly FlowBin[]
  readonly series: readonly FlowSeries[]
  readonly smallestStep: number
  readonly format: (value: number) => string
  readonly formatTick: (value: number) => string
}

/** Series without values are left out; an empty chart keeps the first one. */
function FlowChart({ id, title, bins, series, format, ...axis }: FlowChartProps) {
  const nonZero = series.filter(({ valueOf }) => bins.some((bin) => valueOf(bin) !== 0))
  const shown = nonZero.length > 0 ? nonZero : series.slice(0, 1)
  const eventful = bins.filter((bin) => nonZero.some(({ valueOf }) => valueOf(bin) !== 0))
  const middle = bins[Math.floor((bins.length - 1) / 2)]

  function describe(bin: FlowBin): string {
    const values = shown
      .filter(({ valueOf }) => valueOf(bin) !== 0)
      .map(({ label, valueOf }) => `${label} ${format(valueOf(bin))}`)
    const said = values.length > 0 ? values : [m.admin_kr_chart_nothing()]
    return [formatBin(bin), ...said].join(', ')
  }

  return (
    <Panel>
      <h4 className="mb-4 font-display text-lg font-bold">
        <KrText>{title}</KrText>
      </h4>
      <BarChart
        {...axis}
        id={id}
        label={m.admin_kr_chart_day({ chart: title })}
        bins={bins}
        series={shown}
        describe={describe}
        placeOf={({ from }) => Date.parse(from)}
        dates={[shortDay(bins[0]?.from), shortDay(middle?.from), shortDay(bins.at(-1)?.to)]}
      >
        {(bin) => (
          <>
            <p className="mt-3 font-display font-semibold">{formatBin(bin)}</p>
            <dl className="mt-2 grid gap-x-8 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
              {shown.map(({ id: seriesId, label, valueOf }) => (
                <div key={seriesId} className="flex items-start gap-2.5">
                  <SeriesMark chartId={id} seriesId={seriesId} />
                  <dt className="min-w-0 flex-1 text-muted">{label}</dt>
                  <dd className="font-semibold whitespace-nowrap tabular-nums">
                    {format(valueOf(bin))}
                  </dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </BarChart>
      {eventful.length === 0 ? (
        <p className="mt-4 text-muted">{m.admin_kr_chart_empty()}</p>
      ) : (
        <Disclosure title={m.admin_kr_chart_table()}>
          <ChartTable
            label={title}
            caption={m.admin_kr_chart_caption()}
            columns={[m.admin_kr_chart_date(), ...shown.map(({ label }) => label)]}
            rows={eventful
              .toReversed()
              .map((bin) => [formatBin(bin), ...shown.map(({ valueOf }) => format(valueOf(bin)))])}
          />
        </Disclosure>
      )}
    </Panel>
  )
}

/** A day, or the range of days in a bar. */
function formatBin({ from, to }: FlowBin): string {
  if (from === to) return formatLongDay(from)
  return m.admin_kr_chart_week({ from: formatLongDay(from), to: formatLongDay(to) })
}

/** `21/11`, the same day in every time zone. */
function shortDay(date: string | undefined): string {
  const parts = { day: 'numeric', month: 'numeric', timeZone: 'UTC' } as const
  return date === undefined
    ? ''
    : new Intl.DateTimeFormat(formatLocale(), parts).format(new Date(date))
}

function formatCompact(value: number): string {
  return new Intl.NumberFormat(getLocale(), { notation: 'compact' }).format(value)
}

function formatDollarTick(amountCents: number): string {
  return `${formatCompact(amountCents / 100)}\u00A0$`
}

// It sums every row, which takes long with a large ledger and a slow machine.
const ledgerCheckTimeoutMs = 120_000

/** Recalculates the whole ledger and reports whether every balance equals the sum of its lines. */
function LedgerCheck() {
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: () => adminCall(checkLedger, { timeoutMs: ledgerCheckTimeoutMs }),
  })
  return (
    <Panel title={m.admin_kr_ledger()}>
      <p className="mb-5 max-w-2xl text-muted">{m.admin_kr_ledger_text()}</p>
      <Button
        tone="secondary"
        pending={isPending}
        pendingLabel={m.admin_kr_ledger_checking()}
        onClick={() => mutate()}
      >
        {m.admin_kr_ledger_check()}
      </Button>
      {data && <LedgerCheckResult check={data} />}
      {error && (
        <Notice live tone="error" title={m.admin_kr_ledger_failed()} className="mt-5">
          {failureText(error)}
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
