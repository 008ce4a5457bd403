import { useState, type PointerEvent } from 'react'
import type { FlowBin } from '#web/admin/flow-bins.ts'
import { formatDay } from '#web/admin/kr-texts.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Panel } from '#web/ui/panel.tsx'
import { Bars, leftMargin } from './bars.tsx'
import type { ChartSeries } from './chart-series.ts'
import { ChartTable } from './chart-table.tsx'
import { Swatch } from './hatches.tsx'
import { useWidth } from './use-width.ts'
import { KrText } from '#web/ui/kr-text.tsx'

interface BarChartProps {
  /** Unique on the page. */
  readonly id: string
  readonly title: string
  readonly bins: readonly FlowBin[]
  readonly series: readonly ChartSeries[]
  /** The smallest difference that means something. */
  readonly smallestStep: number
  readonly format: (value: number) => string
  /** Short, for the axis. */
  readonly formatTick: (value: number) => string
}

/** Values over time as bars. Each day can be read by pointing, by touch, by arrow keys, and in a table. */
export function BarChart(props: BarChartProps) {
  const { id, title, bins, series, smallestStep, format, formatTick } = props
  const [frame, width] = useWidth<HTMLDivElement>()
  const [picked, setPicked] = useState<number | null>(null)
  const chosen = Math.min(picked ?? bins.length - 1, bins.length - 1)
  const bin = bins[chosen]
  if (!bin) return null
  // What never happened needs no place; a chart of nothing keeps its first line.
  const met = series.filter(({ valueOf }) => bins.some((one) => valueOf(one) !== 0))
  const shown = met.length > 0 ? met : series.slice(0, 1)

  function pick({ clientX, currentTarget }: PointerEvent) {
    const x = clientX - currentTarget.getBoundingClientRect().left - leftMargin
    const index = Math.floor((x / (width - leftMargin)) * bins.length)
    setPicked(Math.min(Math.max(index, 0), bins.length - 1))
  }

  return (
    <Panel className="has-[input:focus-visible]:cut-line-crystal-bright">
      <h4 id={`${id}-title`} className="mb-4 font-display text-lg font-bold">
        <KrText>{title}</KrText>
      </h4>
      <input
        type="range"
        min={0}
        max={bins.length - 1}
        value={chosen}
        aria-label={m.admin_kr_chart_day({ chart: title })}
        aria-valuetext={describe(bin, shown, format)}
        onChange={(event) => setPicked(Number(event.target.value))}
        className="sr-only"
      />
      <div
        ref={frame}
        onPointerDown={pick}
        onPointerMove={pick}
        className="cursor-crosshair touch-pan-y"
      >
        {width > 0 && (
          <Bars
            chartId={id}
            width={width}
            bins={bins}
            series={shown}
            chosen={chosen}
            smallestStep={smallestStep}
            formatTick={formatTick}
          />
        )}
      </div>
      <p className="mt-3 font-display font-semibold">{formatBin(bin)}</p>
      <dl className="mt-2 grid gap-x-8 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map((one) => (
          <div key={one.id} className="flex items-start gap-2.5">
            <Swatch chartId={id} seriesId={one.id} />
            <dt className="min-w-0 flex-1 text-muted">{one.label}</dt>
            <dd className="font-semibold whitespace-nowrap tabular-nums">
              {format(one.valueOf(bin))}
            </dd>
          </div>
        ))}
      </dl>
      <ChartTable title={title} bins={bins} series={shown} format={format} />
    </Panel>
  )
}

/** A day, or the days that a bar adds up. */
export function formatBin({ from, to }: FlowBin): string {
  if (from === to) return formatDay(from)
  return m.admin_kr_chart_week({ from: formatDay(from), to: formatDay(to) })
}

function describe(
  bin: FlowBin,
  series: readonly ChartSeries[],
  format: BarChartProps['format'],
): string {
  const values = series
    .filter(({ valueOf }) => valueOf(bin) !== 0)
    .map(({ label, valueOf }) => `${label} ${format(valueOf(bin))}`)
  return [formatBin(bin), ...(values.length > 0 ? values : [m.admin_kr_chart_nothing()])].join(', ')
}
