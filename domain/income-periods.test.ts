import { expect, test } from 'vitest'
import { incomePeriodsAt } from './income-periods.ts'

const periodsOf = (now: string, timeZone = 'Europe/Paris') =>
  Object.fromEntries(
    Object.entries(incomePeriodsAt(timeZone, new Date(now))).map(([name, { from, to }]) => [
      name,
      `${from.toISOString().slice(0, 16)} ${to.toISOString().slice(0, 16)}`,
    ]),
  )

test('days and months begin by the clock of the time zone', () => {
  // Half past midnight of 1 December in Paris.
  expect(periodsOf('2026-11-30T23:30:00Z')).toEqual({
    today: '2026-11-30T23:00 2026-12-01T23:00',
    yesterday: '2026-11-29T23:00 2026-11-30T23:00',
    month: '2026-11-30T23:00 2026-12-01T23:00',
    lastMonth: '2026-10-31T23:00 2026-10-31T23:30',
  })
})

test('a day has 25 hours when summer time ends, and the month before its own offset', () => {
  expect(periodsOf('2026-10-25T12:00:00Z')).toMatchObject({
    today: '2026-10-24T22:00 2026-10-25T23:00',
    month: '2026-09-30T22:00 2026-10-25T23:00',
    lastMonth: '2026-08-31T22:00 2026-09-25T11:00',
  })
})

test('a longer month is compared with the whole one before it', () => {
  expect(periodsOf('2027-03-31T10:00:00Z', 'UTC')).toMatchObject({
    month: '2027-03-01T00:00 2027-04-01T00:00',
    lastMonth: '2027-02-01T00:00 2027-03-01T00:00',
  })
  expect(periodsOf('2027-01-01T08:00:00Z', 'UTC')).toMatchObject({
    yesterday: '2026-12-31T00:00 2027-01-01T00:00',
    lastMonth: '2026-12-01T00:00 2026-12-01T08:00',
  })
})
