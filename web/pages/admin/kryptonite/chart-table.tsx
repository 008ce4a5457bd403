import type { FlowBin } from '#web/admin/flow-bins.ts'
import { Icon } from '#web/art/icon.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { formatBin } from './bar-chart.tsx'
import type { ChartSeries } from './chart-series.ts'

interface ChartTableProps {
  readonly title: string
  readonly bins: readonly FlowBin[]
  readonly series: readonly ChartSeries[]
  readonly format: (value: number) => string
}

/** The values of a chart to be read one by one, the newest first. */
export function ChartTable({ title, bins, series, format }: ChartTableProps) {
  const eventful = bins.filter((bin) => series.some(({ valueOf }) => valueOf(bin) !== 0))
  if (eventful.length === 0) return <p className="mt-4 text-muted">{m.admin_kr_chart_empty()}</p>
  return (
    <details className="group mt-4">
      <summary className="inline-flex min-h-11 list-none items-center gap-2 text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <Icon
          name="chevron-down"
          className="size-5 text-crystal transition-transform duration-150 group-open:rotate-180"
        />
        <span className="underline underline-offset-4">{m.admin_kr_chart_table()}</span>
      </summary>
      {/* It scrolls, so the keyboard must get into it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section aria-label={title} tabIndex={0} className="mt-2 max-h-96 overflow-auto">
        <table className="w-full border-collapse text-right text-sm tabular-nums [&_td]:px-3 [&_td]:py-2 [&_th]:px-3 [&_th]:py-2">
          <caption className="pb-2 text-left text-muted">{m.admin_kr_chart_caption()}</caption>
          <thead className="tag-print border-b border-line-strong align-bottom">
            <tr>
              <th scope="col" className="text-left">
                {m.admin_kr_chart_date()}
              </th>
              {series.map(({ id, label }) => (
                <th key={id} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {eventful.toReversed().map((bin) => (
              <tr key={bin.from} className="border-b border-line">
                <th scope="row" className="text-left font-normal">
                  {formatBin(bin)}
                </th>
                {series.map(({ id, valueOf }) => (
                  <td key={id} className="whitespace-nowrap">
                    {format(valueOf(bin))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
