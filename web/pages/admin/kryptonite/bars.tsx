import { chooseScale } from '#web/admin/chart-scale.ts'
import type { FlowBin } from '#web/admin/flow-bins.ts'
import { formatDay } from '#web/admin/kr-texts.ts'
import { stackBin, type ChartSeries } from './chart-series.ts'
import { Hatches } from './hatches.tsx'

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

/** The drawing itself. Its values stand beside it as text, so it is hidden from screen readers. */
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
      {/* Below the bars: behind them it would look like one. */}
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

/** The first, the middle and the last day. */
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
