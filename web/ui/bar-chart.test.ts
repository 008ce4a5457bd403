import { expect, test } from 'vitest'
import { chooseScale, findChosen } from './bar-chart.tsx'

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

test.each([
  ['without a choice', null, 3],
  ['on a bar', 8, 1],
  ['within a bar', 12, 1],
  ['before the first bar', 0, 3],
  ['after the last bar', 40, 3],
])('the chosen one of bars from 1, 8, 15 and 22 on, %s', (_, picked, chosen) => {
  expect(findChosen([1, 8, 15, 22], picked)).toBe(chosen)
})
