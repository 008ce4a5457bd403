import { expect, test } from 'vitest'
import type { FlowDay } from '#contract/kryptonite.ts'
import { noKrByType } from '#domain/kryptonite.ts'
import { binFlows, chooseScale, sumDays } from './admin-chart-data.ts'

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

test.each([
  [0, 0, [0, 1]],
  [0, 3, [0, 1, 2, 3]],
  [0, 730, [0, 200, 400, 600, 800]],
  [-450, 1200, [-500, 0, 500, 1000, 1500]],
  [-30, 0, [-30, -20, -10, 0]],
  [0, 11_200, [0, 5000, 10_000, 15_000]],
])('the ticks for values from %d to %d are %j', (lowest, highest, ticks) => {
  const scale = chooseScale(lowest, highest, 1)
  expect(scale.ticks).toEqual(ticks)
  expect(scale.lowest).toBe(ticks[0])
  expect(scale.highest).toBe(ticks.at(-1))
})

test('the axis of money has no steps below a dollar', () => {
  expect(chooseScale(0, 99, 100).ticks).toEqual([0, 100])
})
