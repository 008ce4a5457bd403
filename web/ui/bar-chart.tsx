import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import type { Elements } from './elements.ts'

interface BarChartProps<Bin> extends ChartShape<Bin> {
  /** The name of the slider that picks a bar. */
  readonly label: string
  readonly describe: (bin: Bin) => string
  /** Where a bar begins, in ascending order: the choice stays there when the bars become others. */
  readonly placeOf: (bin: Bin) => number
  readonly children: (bin: Bin) => Elements
}

interface ChartShape<Bin> {
  /** Unique on the page. */
  readonly id: string
  readonly bins: readonly Bin[]
  readonly series: readonly ChartSeries<Bin>[]
  /** The smallest meaningful difference. */
  readonly smallestStep: number
  /** What the axis reaches in any case. */
  readonly reach?: number
  /** Short, for the axis. */
  readonly formatTick: (value: number) => string
  /** Below the first, the middle and the last bar. */
  readonly dates: readonly [string, string, string]
}

/** Values over time as bars, each readable with the pointer, by touch and with arrow keys; at first the last one. */
export function BarChart<Bin>(props: BarChartProps<Bin>) {
  const { label, bins, describe, placeOf, children } = props
  const [frame, width] = useWidth<HTMLDivElement>()
  const [picked, setPicked] = useState<number | null>(null)
  const chosen = findChosen(bins.map(placeOf), picked)
  const bin = bins[chosen]
  if (bin === undefined) return null

  function choose(index: number) {
    const earlier = bins.slice(0, -1).at(Math.max(index, 0))
    // Without a choice the last bar is shown, also when a newer one is added.
    setPicked(earlier === undefined ? null : placeOf(earlier))
  }

  function pick({ clientX, currentTarget }: PointerEvent) {
    const x = clientX - currentTarget.getBoundingClientRect().left - leftMargin
    choose(Math.floor((x / (width - leftMargin)) * bins.length))
  }

  return (
    <>
      <div className="relative outline-offset-4 outline-crystal-bright has-[:focus-visible]:outline-2">
        <input
          type="range"
          min={0}
          max={bins.length - 1}
          value={chosen}
          aria-label={label}
          aria-valuetext={describe(bin)}
          onChange={(event) => choose(Number(event.target.value))}
          className="sr-only"
        />
        <div
          ref={frame}
          onPointerDown={pick}
          onPointerMove={pick}
          className="h-60 cursor-crosshair touch-pan-y"
        >
          {width > 0 && <Bars {...props} width={width} chosen={chosen} />}
        </div>
      </div>
      {children(bin)}
    </>
  )
}

/** The bar in which the picked place is; the last one without a choice, or when it is out of reach. */
export function findChosen(places: readonly number[], picked: number | null): number {
  const found = picked === null ? -1 : places.findLastIndex((place) => place <= picked)
  return found < 0 ? places.length - 1 : found
}

interface ChartTableProps {
  readonly label: string
  readonly caption?: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly [name: string, ...values: string[]])[]
}

export function ChartTable({ label, caption, columns, rows }: ChartTableProps) {
  return (
    // It scrolls, so it must be focusable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section aria-label={label} tabIndex={0} className="max-h-96 overflow-auto">
      <table className="w-full border-collapse text-right text-sm tabular-nums [&_td]:px-3 [&_td]:py-2 [&_th]:px-3 [&_th]:py-2">
        {caption !== undefined && (
          <caption className="pb-2 text-left text-muted">{caption}</caption>
        )}
        <thead className="tag-print border-b border-line-strong align-bottom">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="first:text-left">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...values]) => (
            <tr key={name} className="border-b border-line">
              <th scope="row" className="text-left font-normal">
                {name}
              </th>
              {values.map((value, place) => (
                <td key={columns[place + 1]} className="whitespace-nowrap text-ink">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

export function SeriesMark({
  chartId,
  seriesId,
}: Readonly<Record<'chartId' | 'seriesId', string>>) {
  return (
    <svg viewBox="0 0 16 16" className="mt-1 size-4 shrink-0" aria-hidden="true">
      <rect width="16" height="16" fill={`url(#${chartId}-${seriesId})`} />
    </svg>
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

interface BarsProps<Bin> extends ChartShape<Bin> {
  readonly width: number
  /** The index of the bar whose values are shown. */
  readonly chosen: number
}

/** The drawing. Its values are also text beside it, so it is hidden from screen readers. */
function Bars<Bin>(props: BarsProps<Bin>) {
  const { id: chartId, width, bins, series, chosen, smallestStep, reach = 0, formatTick } = props
  const stacks = bins.map((bin) => stackBin(bin, series))
  const ends = stacks.flat().map(({ to }) => to)
  const scale = chooseScale(Math.min(0, ...ends), Math.max(reach, ...ends), smallestStep)
  const plotHeight = chartHeight - topMargin - bottomMargin
  const slot = (width - leftMargin) / Math.max(1, bins.length)
  const gap = Math.min(6, slot * 0.2)
  const y = (value: number) =>
    topMargin + ((scale.highest - value) / (scale.highest - scale.lowest)) * plotHeight
  return (
    <svg width={width} height={chartHeight} aria-hidden="true" className="block overflow-visible">
      <Hatches chartId={chartId} series={series} />
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
        stack.map(({ id, from, to }) => (
          <rect
            // A bar has no name of its own, and keeps its place.
            // oxlint-disable-next-line react/no-array-index-key
            key={`${index} ${id}`}
            x={leftMargin + index * slot + gap / 2}
            y={y(Math.max(from, to))}
            width={Math.max(1, slot - gap)}
            height={Math.max(1, Math.abs(y(from) - y(to)))}
            fill={`url(#${chartId}-${id})`}
          />
        )),
      )}
      <Choice center={leftMargin + (chosen + 0.5) * slot} width={Math.max(9, slot)} />
      <Dates {...props} />
    </svg>
  )
}

/** A frame around the chosen bar, and an arrow to it from below, which shows it among narrow ones. */
function Choice({ center, width }: Readonly<Record<'center' | 'width', number>>) {
  const bottom = chartHeight - bottomMargin
  return (
    <>
      <rect
        x={center - width / 2 + 1}
        y={topMargin}
        width={width - 2}
        height={bottom - topMargin}
        fill="none"
        strokeWidth="2"
        className="stroke-ink"
      />
      <path d={`M${center} ${bottom + 1}l6 8h-12z`} className="fill-ink" />
    </>
  )
}

function Dates({ width, dates }: Readonly<{ width: number; dates: readonly string[] }>) {
  const places = [
    { x: leftMargin, anchor: 'start' },
    { x: (leftMargin + width) / 2, anchor: 'middle' },
    { x: width, anchor: 'end' },
  ] as const
  return places.map(({ x, anchor }, place) => (
    <text key={anchor} x={x} y={chartHeight - 6} textAnchor={anchor} className="fill-muted text-xs">
      {dates[place]}
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
  readonly series: readonly Omit<ChartSeries<never>, 'valueOf'>[]
}

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

export interface ChartSeries<Bin> {
  readonly id: string
  readonly color: string
  readonly hatch: Hatch
  readonly valueOf: (bin: Bin) => number
}

/** Stacks positive values above zero and negative ones below. */
function stackBin<Bin>(bin: Bin, series: readonly ChartSeries<Bin>[]) {
  let above = 0
  let below = 0
  return series.flatMap(({ id, valueOf }) => {
    const value = valueOf(bin)
    if (value === 0) return []
    const from = value > 0 ? above : below
    if (value > 0) above += value
    else below += value
    return [{ id, from, to: from + value }]
  })
}

/**
 * The limits of a chart's axis around all values and zero, and round ticks from one to the other.
 * `smallestStep` is the smallest meaningful difference, such as 1 Kr.
 */
export function chooseScale(lowest: number, highest: number, smallestStep: number) {
  const span = Math.max(highest, 0) - Math.min(lowest, 0)
  const step = Math.max(smallestStep, roundStep(span / 4))
  const first = Math.floor(Math.min(lowest, 0) / step)
  const last = Math.max(Math.ceil(Math.max(highest, 0) / step), first + 1)
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
  return { ticks, lowest: first * step, highest: last * step }
}

/** The next of 1, 2, 5, 10, 20, 50 and so on. */
function roundStep(least: number): number {
  if (least <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= least) ?? 10
  return factor * power
}
