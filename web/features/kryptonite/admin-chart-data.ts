import type { FlowDay } from '#contract/kryptonite.ts'
import { noKrByType, transactionTypes, type TransactionType } from '#domain/kryptonite.ts'

/** The sums of one or several consecutive days. */
export interface FlowBin extends Omit<FlowDay, 'date'> {
  /** First and last day, such as `2026-11-21`. */
  readonly from: string
  readonly to: string
}

/** Sums every `size` days, so that the last bin ends with the last day; the first may be shorter. */
export function binFlows(days: readonly FlowDay[], size: number): readonly FlowBin[] {
  const firstSize = days.length % size
  const starts = Array.from(
    { length: Math.ceil(days.length / size) },
    (_, index) => index * size - (firstSize === 0 ? 0 : size - firstSize),
  )
  return starts.flatMap((start) => {
    const bin = sumDays(days.slice(Math.max(0, start), start + size))
    return bin === null ? [] : [bin]
  })
}

/** All days as one bin; null without days. */
export function sumDays(days: readonly FlowDay[]): FlowBin | null {
  const [first] = days
  const last = days.at(-1)
  if (!first || !last) return null
  return {
    from: first.date,
    to: last.date,
    packsSold: sum(days, (day) => day.packsSold),
    packNetCents: sum(days, (day) => day.packNetCents),
    krByType: sumByType(days),
  }
}

function sumByType(days: readonly FlowDay[]): Readonly<Record<TransactionType, number>> {
  const totals: Record<TransactionType, number> = { ...noKrByType }
  for (const type of transactionTypes) totals[type] = sum(days, (day) => day.krByType[type])
  return totals
}

function sum(days: readonly FlowDay[], valueOf: (day: FlowDay) => number): number {
  return days.reduce((total, day) => total + valueOf(day), 0)
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
