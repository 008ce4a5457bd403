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
