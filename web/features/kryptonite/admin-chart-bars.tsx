import { chooseScale, type FlowBin } from './admin-chart-data.ts'
import { formatDay } from './admin-kr-texts.ts'

const chartHeight = 240
export const leftMargin = 60
const topMargin = 10
const bottomMargin = 26

interface BarsProps {
  readonly chartId: string
  readonly width: number
  readonly bins: readonly FlowBin[]
  readonly series: readonly ChartSeries[]
  readonly chosen: number
  readonly smallestStep: number
  readonly formatTick: (value: number) => string
}

/** The drawing. Its values are also text beside it, so it is hidden from screen readers. */
export function Bars(props: BarsProps) {
  const { chartId, width, bins, series, chosen, smallestStep, formatTick } = props
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

interface SwatchProps {
  readonly chartId: string
  readonly seriesId: string
}

/** A piece of a series' fill, for the legend. */
export function Swatch({ chartId, seriesId }: SwatchProps) {
  return (
    <svg viewBox="0 0 16 16" className="mt-1 size-4 shrink-0" aria-hidden="true">
      <rect width="16" height="16" fill={`url(#${chartId}-${seriesId})`} />
    </svg>
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

/** One segment of a stacked bar: from `from` to `to`, in the unit of the values. */
export interface Segment {
  readonly series: ChartSeries
  readonly from: number
  readonly to: number
}

/** Stacks positive values above zero and negative ones below. */
function stackBin(bin: FlowBin, series: readonly ChartSeries[]): readonly Segment[] {
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
