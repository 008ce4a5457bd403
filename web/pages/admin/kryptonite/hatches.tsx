import type { ChartSeries, Hatch } from './chart-series.ts'

const strokes: Readonly<Record<Hatch, string>> = {
  solid: '',
  rising: 'M-2 2 2 -2M0 8 8 0M6 10l4-4',
  falling: 'M-2 6l4 4M0 0l8 8M6 -2l4 4',
  dots: 'M1 2h2M5 6h2',
  upright: 'M2 0v8M6 0v8',
  crossed: 'M0 0l8 8M8 0 0 8',
}

interface HatchesProps {
  /** Of the chart: patterns are found by their ids in the whole document. */
  readonly chartId: string
  readonly series: readonly ChartSeries[]
}

/** The fillings of a chart's bars. */
export function Hatches({ chartId, series }: HatchesProps) {
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

/** A piece of a series' filling, for the legend. */
export function Swatch({ chartId, seriesId }: SwatchProps) {
  return (
    <svg viewBox="0 0 16 16" className="mt-1 size-4 shrink-0" aria-hidden="true">
      <rect width="16" height="16" fill={`url(#${chartId}-${seriesId})`} />
    </svg>
  )
}
