import { clockAt, timeAtClock } from './time-zone.ts'

export const incomePeriods = ['today', 'yesterday', 'month', 'lastMonth'] as const
export type IncomePeriod = (typeof incomePeriods)[number]

/** From a time on, and before another one. */
interface Period {
  readonly from: Date
  readonly to: Date
}

const dayMs = 24 * 60 * 60_000

/**
 * The days and months by the clock of a time zone, so that income can be compared. The month before
 * ends on the same day at the same hour: a month that has just begun cannot be compared with a whole
 * one.
 */
export function incomePeriodsAt(
  timeZone: string,
  now: Date,
): Readonly<Record<IncomePeriod, Period>> {
  const clock = clockAt(timeZone, now)
  const clockMs = clock.getTime()
  const [year, month, day] = [clock.getUTCFullYear(), clock.getUTCMonth(), clock.getUTCDate()]
  const at = (monthIndex: number, dayOfMonth: number, ms = 0) =>
    new Date(timeAtClock(timeZone, Date.UTC(year, monthIndex, dayOfMonth) + ms))
  const begins = at(month, 1)
  const today = at(month, day)
  const ends = at(month, day + 1)
  // A month may have fewer days than the one after it.
  const sameMoment = Math.min(at(month - 1, day, clockMs % dayMs).getTime(), begins.getTime())
  return {
    today: { from: today, to: ends },
    yesterday: { from: at(month, day - 1), to: today },
    month: { from: begins, to: ends },
    lastMonth: { from: at(month - 1, 1), to: new Date(sameMoment) },
  }
}
