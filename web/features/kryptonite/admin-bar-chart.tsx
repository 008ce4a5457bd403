import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { chooseScale, type FlowBin } from './admin-chart-data.ts'
import { formatDay } from './admin-kr-texts.ts'
import { Icon } from '#web/art/icon.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { KrText } from '#web/ui/labels.tsx'
import { Panel } from '#web/ui/layout.tsx'

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
  const { id, title, bins, series, format } = props
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
        {width > 0 && <Bars {...props} series={shown} width={width} chosen={chosen} />}
      </div>
      <p className="mt-3 font-display font-semibold">{formatBin(bin)}</p>
      <dl className="mt-2 grid gap-x-8 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map((one) => (
          <div key={one.id} className="flex items-start gap-2.5">
            <svg viewBox="0 0 16 16" className="mt-1 size-4 shrink-0" aria-hidden="true">
              <rect width="16" height="16" fill={`url(#${id}-${one.id})`} />
            </svg>
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

const chartHeight = 240
const leftMargin = 60
const topMargin = 10
const bottomMargin = 26

interface BarsProps extends BarChartProps {
  readonly width: number
  /** The index of the bar whose values are shown. */
  readonly chosen: number
}

/** The drawing. Its values are also text beside it, so it is hidden from screen readers. */
function Bars(props: BarsProps) {
  const { id: chartId, width, bins, series, chosen, smallestStep, formatTick } = props
  const stacks = bins.map((bin) => stackBin(bin, series))
  const ends = stacks.flat().map(({ to }) => to)
  const scale = chooseScale(Math.min(0, ...ends), Math.max(0, ...ends), smallestStep)
  const plotHeight = chartHeight - topMargin - bottomMargin
  const slot = (width - leftMargin) / Math.max(1, bins.length)
  const gap = Math.min(6, slot * 0.2)
  const y = (value: number) =>
    topMargin + ((scale.highest - value) / (scale.highest - scale.lowest)) * plotHeight
  return (
    <svg width={width} height={chartHeight} aria-hidden="true" className="block">
      <Hatches chartId={chartId} series={series} />
      {/* Below the bars, because behind them it would look like a bar. */}
      <rect
        x={leftMargin + chosen * slot}
        y={topMargin + plotHeight}
        width={slot}
        height={3}
        className="fill-crystal"
      />
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={leftMargin}
            x2={width}
            y1={y(tick)}
            y2={y(tick)}
            className={tick === 0 ? 'stroke-muted' : 'stroke-line'}
          />
          <text x={leftMargin - 8} y={y(tick) + 4} textAnchor="end" className="fill-muted text-xs">
            {formatTick(tick)}
          </text>
        </g>
      ))}
      {stacks.map((stack, index) =>
        stack.map(({ series: { id }, from, to }) => (
          <rect
            key={`${bins[index]?.from ?? ''} ${id}`}
            x={leftMargin + index * slot + gap / 2}
            y={y(Math.max(from, to))}
            width={Math.max(1, slot - gap)}
            height={Math.max(1, Math.abs(y(from) - y(to)))}
            fill={`url(#${chartId}-${id})`}
          />
        )),
      )}
      <Dates width={width} bins={bins} />
    </svg>
  )
}

/** The dates of the first, the middle and the last bar. */
function Dates({ width, bins }: Pick<BarsProps, 'width' | 'bins'>) {
  const middle = bins[Math.floor((bins.length - 1) / 2)]
  const places = [
    { key: 'first', bin: bins[0], x: leftMargin, anchor: 'start' },
    { key: 'middle', bin: middle, x: (leftMargin + width) / 2, anchor: 'middle' },
    { key: 'last', bin: bins.at(-1), x: width, anchor: 'end' },
  ] as const
  return places.map(({ key, bin, x, anchor }) => (
    <text key={key} x={x} y={chartHeight - 6} textAnchor={anchor} className="fill-muted text-xs">
      {bin && formatDay(anchor === 'end' ? bin.to : bin.from, 'short')}
    </text>
  ))
}

const strokes: Readonly<Record<Hatch, string>> = {
  solid: '',
  rising: 'M-2 2 2 -2M0 8 8 0M6 10l4-4',
  falling: 'M-2 6l4 4M0 0l8 8M6 -2l4 4',
  dots: 'M1 2h2M5 6h2',
  upright: 'M2 0v8M6 0v8',
  crossed: 'M0 0l8 8M8 0 0 8',
}

interface HatchesProps {
  /** The chart's id: pattern ids are unique in the whole document. */
  readonly chartId: string
  readonly series: readonly ChartSeries[]
}

/** The fill patterns of a chart's bars. */
function Hatches({ chartId, series }: HatchesProps) {
  return (
    <defs>
      {series.map(({ id, color, hatch }) => (
        <pattern
          key={id}
          id={`${chartId}-${id}`}
          width="8"
          height="8"
          patternUnits="userSpaceOnUse"
        >
          <rect width="8" height="8" fill={color} fillOpacity={hatch === 'solid' ? 1 : 0.3} />
          <path d={strokes[hatch]} stroke={color} strokeWidth="2" />
        </pattern>
      ))}
    </defs>
  )
}

/** A series' pattern, which distinguishes it without colour. */
export type Hatch = 'solid' | 'rising' | 'falling' | 'dots' | 'upright' | 'crossed'

export interface ChartSeries {
  readonly id: string
  readonly label: string
  readonly color: string
  readonly hatch: Hatch
  readonly valueOf: (bin: FlowBin) => number
}

/** Stacks positive values above zero and negative ones below. */
function stackBin(bin: FlowBin, series: readonly ChartSeries[]) {
  let above = 0
  let below = 0
  return series.flatMap((one) => {
    const value = one.valueOf(bin)
    if (value === 0) return []
    const from = value > 0 ? above : below
    if (value > 0) above += value
    else below += value
    return [{ series: one, from, to: from + value }]
  })
}
