import type { FlowBin } from '#web/admin/flow-bins.ts'

/** How a series looks besides its colour, for whoever cannot tell the colours apart. */
export type Hatch = 'solid' | 'rising' | 'falling' | 'dots' | 'upright' | 'crossed'

export interface ChartSeries {
  readonly id: string
  readonly label: string
  readonly color: string
  readonly hatch: Hatch
  readonly valueOf: (bin: FlowBin) => number
}

/** What stands in a place's stack: from `from` to `to`, in the unit of the values. */
export interface Segment {
  readonly series: ChartSeries
  readonly from: number
  readonly to: number
}

/** What came stands on the line of zero, what went hangs below it. */
export function stackBin(bin: FlowBin, series: readonly ChartSeries[]): readonly Segment[] {
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
