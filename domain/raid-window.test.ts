import { expect, test } from 'vitest'
import { raidWindowAt, weekdays, type RaidHours } from './raid-window.ts'

const weekendHours: RaidHours = {
  opens: { weekday: 'friday', time: '19:00' },
  closes: { weekday: 'sunday', time: '23:59' },
}

const at = (time: string, hours = weekendHours) => {
  const { isOpen, opensAt, closesAt } = raidWindowAt(hours, Date.parse(time))
  return [isOpen, opensAt.toISOString(), closesAt.toISOString()]
}

const weekend = ['2026-11-20T19:00:00.000Z', '2026-11-22T23:59:00.000Z']
const nextWeekend = ['2026-11-27T19:00:00.000Z', '2026-11-29T23:59:00.000Z']

test('raids begin on Friday at 19:00 GMT', () => {
  expect(at('2026-11-20T18:59:59.999Z')).toEqual([false, ...weekend])
  expect(at('2026-11-20T19:00:00Z')).toEqual([true, ...weekend])
})

test('raids last through Saturday and end on Sunday at 23:59 GMT', () => {
  expect(at('2026-11-21T12:00:00Z')).toEqual([true, ...weekend])
  expect(at('2026-11-22T23:58:59.999Z')).toEqual([true, ...weekend])
  expect(at('2026-11-22T23:59:00Z')).toEqual([false, ...nextWeekend])
})

test('between two windows the next weekend is shown', () => {
  expect(at('2026-11-23T00:00:00Z')).toEqual([false, ...nextWeekend])
  expect(at('2026-11-25T12:00:00Z')).toEqual([false, ...nextWeekend])
  expect(at('2026-11-27T18:00:00Z')).toEqual([false, ...nextWeekend])
})

test('the end of a year and a leap day change nothing', () => {
  expect(at('2026-12-31T00:00:00Z')).toEqual([
    false,
    '2027-01-01T19:00:00.000Z',
    '2027-01-03T23:59:00.000Z',
  ])
  expect(at('2028-02-29T00:00:00Z')).toEqual([
    false,
    '2028-03-03T19:00:00.000Z',
    '2028-03-05T23:59:00.000Z',
  ])
})

test('a clock at 1970 gets a window as well', () => {
  expect(at('1970-01-01T00:00:00Z')).toEqual([
    false,
    '1970-01-02T19:00:00.000Z',
    '1970-01-04T23:59:00.000Z',
  ])
})

test.each(weekdays)('hours of %s begin on that day', (weekday) => {
  const hours = { opens: { weekday, time: '00:00' }, closes: { weekday, time: '23:59' } }
  const { opensAt } = raidWindowAt(hours, Date.parse('2026-11-20T12:00:00Z'))
  expect(opensAt.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' }).toLowerCase()).toBe(
    weekday,
  )
})

test('a window may extend into the next week', () => {
  const hours: RaidHours = {
    opens: { weekday: 'saturday', time: '22:30' },
    closes: { weekday: 'monday', time: '00:00' },
  }
  const window = ['2026-11-21T22:30:00.000Z', '2026-11-23T00:00:00.000Z']
  expect(at('2026-11-21T22:29:00Z', hours)).toEqual([false, ...window])
  expect(at('2026-11-22T12:00:00Z', hours)).toEqual([true, ...window])
  expect(at('2026-11-23T00:00:00Z', hours)).toEqual([
    false,
    '2026-11-28T22:30:00.000Z',
    '2026-11-30T00:00:00.000Z',
  ])
})

test('a window may lie within one day, or cover all but a part of one day', () => {
  const evening: RaidHours = {
    opens: { weekday: 'wednesday', time: '18:00' },
    closes: { weekday: 'wednesday', time: '20:00' },
  }
  expect(at('2026-11-25T19:00:00Z', evening)).toEqual([
    true,
    '2026-11-25T18:00:00.000Z',
    '2026-11-25T20:00:00.000Z',
  ])
  const allButEvening = { opens: evening.closes, closes: evening.opens }
  expect(at('2026-11-25T19:00:00Z', allButEvening)).toEqual([
    false,
    '2026-11-25T20:00:00.000Z',
    '2026-12-02T18:00:00.000Z',
  ])
})
