import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import type { FlowBin } from './admin-chart-data.ts'
import { formatDay } from './admin-kr-texts.ts'
import { Icon } from '#web/art/icon.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { KrText } from '#web/ui/labels.tsx'
import { Panel } from '#web/ui/layout.tsx'
import { Bars, Swatch, leftMargin, type ChartSeries } from './admin-chart-bars.tsx'

interface BarChartProps {
  /** Unique on the page. */
  readonly id: string
  readonly title: string
  readonly bins: readonly FlowBin[]
  readonly series: readonly ChartSeries[]
  /** The smallest meaningful difference. */
  readonly smallestStep: number
  readonly format: (value: number) => string
  /** Short, for the axis. */
  readonly formatTick: (value: number) => string
}

/** Values over time as bars. Each day can be read with the pointer, by touch, with arrow keys, and in a table. */
export function BarChart(props: BarChartProps) {
  const { id, title, bins, series, smallestStep, format, formatTick } = props
  const [frame, width] = useWidth<HTMLDivElement>()
  const [picked, setPicked] = useState<number | null>(null)
  const chosen = Math.min(picked ?? bins.length - 1, bins.length - 1)
  const bin = bins[chosen]
  if (!bin) return null
  // Leave out series without values; an empty chart keeps the first one.
  const nonZero = series.filter(({ valueOf }) => bins.some((one) => valueOf(one) !== 0))
  const shown = nonZero.length > 0 ? nonZero : series.slice(0, 1)

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
        aria-valuetext={describeBin(bin, shown, format)}
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

/** A day, or the range of days in a bar. */
function formatBin({ from, to }: FlowBin): string {
  if (from === to) return formatDay(from)
  return m.admin_kr_chart_week({ from: formatDay(from), to: formatDay(to) })
}

function describeBin(
  bin: FlowBin,
  series: readonly ChartSeries[],
  format: BarChartProps['format'],
): string {
  const values = series
    .filter(({ valueOf }) => valueOf(bin) !== 0)
    .map(({ label, valueOf }) => `${label} ${format(valueOf(bin))}`)
  return [formatBin(bin), ...(values.length > 0 ? values : [m.admin_kr_chart_nothing()])].join(', ')
}

type ChartTableProps = Pick<BarChartProps, 'title' | 'bins' | 'series' | 'format'>

/** The values of a chart as a table, newest first. */
function ChartTable({ title, bins, series, format }: ChartTableProps) {
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
      {/* It scrolls, so it must be focusable by keyboard. */}
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

/** The width of an element in pixels, for drawings whose text must not be stretched. */
function useWidth<Kind extends Element>(): readonly [RefObject<Kind | null>, number] {
  const element = useRef<Kind>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (element.current === null) return undefined
    const observer = new ResizeObserver(([entry]) => {
      setWidth(Math.floor(entry?.contentRect.width ?? 0))
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}
