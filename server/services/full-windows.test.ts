import { expect, test } from 'vitest'
import { createFullWindows } from './full-windows.ts'

test('a full window is remembered for five seconds', () => {
  let now = 0
  const windows = createFullWindows(() => now)
  windows.add('a')
  now = 4999
  expect([windows.has('a'), windows.has('b')]).toEqual([true, false])
  now = 5000
  expect(windows.has('a')).toBe(false)
  windows.add('a')
  expect(windows.has('a')).toBe(true)
})

test('the oldest is forgotten before there are too many', () => {
  const windows = createFullWindows(() => 0)
  for (let window = 0; window <= 20_000; window += 1) windows.add(String(window))
  expect(windows.has('0')).toBe(false)
  expect(windows.has('1')).toBe(true)
  expect(windows.has('20000')).toBe(true)
})
