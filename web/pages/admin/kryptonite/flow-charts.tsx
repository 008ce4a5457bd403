import { cents } from '#domain/money.ts'
import type { FlowBin } from '#web/admin/flow-bins.ts'
import { formatSignedKr, transactionLabels } from '#web/admin/kr-texts.ts'
import type { TransactionType } from '#domain/ledger.ts'
import { formatDollars } from '#web/i18n/format-dollars.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { getLocale } from '#web/i18n/runtime.ts'
import { BarChart } from './bar-chart.tsx'
import type { ChartSeries, Hatch } from './chart-series.ts'

const looks: readonly (readonly [TransactionType, string, Hatch])[] = [
  ['pack_purchase', '#6bff4d', 'solid'],
  ['pack_bonus', '#b6ff9e', 'rising'],
  ['admin_add', '#e8f2eb', 'dots'],
  ['skin_purchase', '#5fd3ff', 'solid'],
  ['refund', '#ff7566', 'falling'],
  ['dispute', '#ffb648', 'upright'],
  ['correction', '#9db3a5', 'crossed'],
]

/** Pack sales in dollars, and Kr by what moved them. */
export function FlowCharts({ bins }: { readonly bins: readonly FlowBin[] }) {
  const isByWeek = bins.some(({ from, to }) => from !== to)
  const sales: ChartSeries = {
    id: 'sales',
    label: m.admin_kr_sales(),
    color: '#6bff4d',
    hatch: 'solid',
    valueOf: (bin) => bin.packNetCents,
  }
  const flows = looks.map(([type, color, hatch]): ChartSeries => ({
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
