import { expect, test } from 'vitest'
import type { FlowDay } from '#contract/kryptonite.ts'
import { noKrByType } from '#domain/kryptonite.ts'
import { binFlows, sumDays } from './admin-chart-data.ts'

function daysOfNovember(count: number): FlowDay[] {
  return Array.from({ length: count }, (_, index) => ({
    date: `2026-11-${String(index + 1).padStart(2, '0')}`,
    packsSold: 1,
    packNetCents: 499,
    krByType: { ...noKrByType, pack_purchase: 500, skin_purchase: -200 },
  }))
}

test('bins of one day are all days', () => {
  const days = daysOfNovember(30)
  expect(binFlows(days, 1)).toEqual(
    days.map(({ date, ...rest }) => ({ from: date, to: date, ...rest })),
  )
})

test('weeks end with the last day, and the first one has the remaining days', () => {
  const bins = binFlows(daysOfNovember(10), 7)
  expect(bins.map(({ from, to, packsSold }) => [from, to, packsSold])).toEqual([
    ['2026-11-01', '2026-11-03', 3],
    ['2026-11-04', '2026-11-10', 7],
  ])
  expect(bins[1]?.packNetCents).toBe(7 * 499)
  expect(bins[1]?.krByType).toEqual({ ...noKrByType, pack_purchase: 3500, skin_purchase: -1400 })
})

test('complete weeks leave no shorter bin, and no days make no bins', () => {
  expect(binFlows(daysOfNovember(14), 7).map(({ from }) => from)).toEqual([
    '2026-11-01',
    '2026-11-08',
  ])
  expect(binFlows([], 7)).toEqual([])
  expect(sumDays([])).toBeNull()
})
