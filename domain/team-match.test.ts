import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  commonGround,
  haveLength,
  hoursInZone,
  sharedHours,
  type DayStretch,
  type TeamPreferences,
} from './team-match.ts'
import { isTimeZone } from './time-zone.ts'
import type { UsualHours } from './team.ts'

const winter = Date.UTC(2026, 0, 15, 12)
const summer = Date.UTC(2026, 6, 15, 12)
const hour = 60

const hours = (from: number, to: number, timeZone = 'Europe/Paris'): UsualHours => ({
  from,
  to,
  timeZone,
})
const stretch = (from: number, to: number) => ({ fromMinute: from * hour, toMinute: to * hour })

test('hours do not change in their own time zone', () => {
  expect(hoursInZone(hours(20, 23), 'Europe/Paris', winter)).toEqual(stretch(20, 23))
  expect(hoursInZone(hours(22, 2), 'Europe/Paris', summer)).toEqual(stretch(22, 2))
})

test('hours in another time zone follow the clocks of both places', () => {
  const paris = hours(20, 23)
  expect(hoursInZone(paris, 'Europe/Moscow', winter)).toEqual(stretch(22, 1))
  expect(hoursInZone(paris, 'Europe/Moscow', summer)).toEqual(stretch(21, 0))
  expect(hoursInZone(paris, 'America/New_York', winter)).toEqual(stretch(14, 17))
})

test('time zones with half and quarter hours keep their minutes', () => {
  expect(hoursInZone(hours(20, 23), 'Asia/Kolkata', winter)).toEqual(stretch(0.5, 3.5))
  expect(hoursInZone(hours(20, 23), 'Asia/Kathmandu', winter)).toEqual(stretch(0.75, 3.75))
  expect(hoursInZone(hours(1, 3, 'Asia/Kolkata'), 'Europe/Paris', winter)).toEqual(
    stretch(20.5, 22.5),
  )
})

test('on the other side of the world hours shift by eleven to thirteen hours', () => {
  const london = hours(20, 23, 'Europe/London')
  expect(hoursInZone(london, 'Pacific/Auckland', winter)).toEqual(stretch(9, 12))
  expect(hoursInZone(london, 'Pacific/Auckland', summer)).toEqual(stretch(7, 10))
  const october = Date.UTC(2026, 9, 1)
  expect(hoursInZone(london, 'Pacific/Auckland', october)).toEqual(stretch(8, 11))
})

test('the hour in which clocks change belongs to the new time', () => {
  const change = Date.UTC(2026, 2, 29, 1)
  const moscow = hours(20, 23, 'Europe/Moscow')
  expect(hoursInZone(moscow, 'Europe/Paris', change - 1)).toEqual(stretch(18, 21))
  expect(hoursInZone(moscow, 'Europe/Paris', change)).toEqual(stretch(19, 22))
})

test('an unknown time zone yields no hours', () => {
  expect(isTimeZone('Europe/Deer_Isle')).toBe(false)
  expect(isTimeZone('Europe/Paris')).toBe(true)
  const lost = hours(20, 23, 'Europe/Deer_Isle')
  expect(hoursInZone(lost, 'Europe/Paris', winter)).toBeNull()
  expect(hoursInZone(hours(20, 23), 'Europe/Deer_Isle', winter)).toBeNull()
  expect(sharedHours(lost, hours(20, 23), 'Europe/Paris', winter)).toEqual([])
})

test('players share the hours in which both play', () => {
  const shared = (one: UsualHours, other: UsualHours) =>
    sharedHours(one, other, 'Europe/Paris', winter)
  expect(shared(hours(18, 23), hours(20, 0))).toEqual([stretch(20, 23)])
  expect(shared(hours(20, 23), hours(20, 23))).toEqual([stretch(20, 23)])
  expect(shared(hours(8, 22), hours(10, 12))).toEqual([stretch(10, 12)])
  expect(shared(hours(20, 23), hours(20, 23, 'Europe/Moscow'))).toEqual([stretch(20, 21)])
})

test('hours that only touch do not overlap', () => {
  expect(sharedHours(hours(20, 22), hours(22, 0), 'Europe/Paris', winter)).toEqual([])
  expect(sharedHours(hours(22, 0), hours(20, 22), 'Europe/Paris', winter)).toEqual([])
  expect(sharedHours(hours(2, 8), hours(20, 22), 'Europe/Paris', winter)).toEqual([])
})

test('shared hours may cross midnight', () => {
  const shared = sharedHours(hours(22, 4), hours(20, 2), 'Europe/Paris', winter)
  expect(shared).toEqual([stretch(22, 2)])
})

test('long hours overlap twice, the earlier range first', () => {
  const shared = sharedHours(hours(6, 2), hours(20, 8), 'Europe/Paris', winter)
  expect(shared).toEqual([stretch(6, 8), stretch(20, 2)])
})

test('hours with equal ends have no length', () => {
  expect(haveLength(hours(20, 20))).toBe(false)
  expect(haveLength(hours(20, 21))).toBe(true)
  expect(sharedHours(hours(20, 20), hours(0, 23), 'Europe/Paris', winter)).toEqual([])
})

const zones = [
  'Europe/Paris',
  'Europe/Moscow',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
  'UTC',
]
const anyZone = fc.constantFrom(...zones)
const anyHour = fc.integer({ min: 0, max: 23 })
const anyHours = fc
  .record({ from: anyHour, to: anyHour, timeZone: anyZone })
  .filter((each) => haveLength(each))
const anyTime = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2035, 0) })

/** Every minute of the day in the given ranges. */
function minutesOf(stretches: readonly DayStretch[]): number[] {
  return stretches
    .flatMap(({ fromMinute, toMinute }) => {
      const length = (toMinute - fromMinute + 24 * hour) % (24 * hour)
      return Array.from({ length }, (_, index) => (fromMinute + index) % (24 * hour))
    })
    .toSorted((a, b) => a - b)
}

test('the shared hours are exactly the minutes of both players, each once', () => {
  fc.assert(
    fc.property(anyHours, anyHours, anyZone, anyTime, (one, other, zone, time) => {
      const minutes = [one, other].map((each) => {
        const seen = hoursInZone(each, zone, time)
        return minutesOf(seen === null ? [] : [seen])
      })
      const both = minutes[0]?.filter((minute) => minutes[1]?.includes(minute))
      expect(minutesOf(sharedHours(one, other, zone, time))).toEqual(both)
    }),
  )
})

test('both players see the same shared hours', () => {
  fc.assert(
    fc.property(anyHours, anyHours, anyZone, anyTime, (one, other, zone, time) => {
      const shared = sharedHours(one, other, zone, time)
      expect(sharedHours(other, one, zone, time)).toEqual(shared)
      expect(shared.length).toBeLessThanOrEqual(2)
    }),
  )
})

test('moving both players to another time zone does not change the length of their shared time', () => {
  const fixedZone = (offset: number) => `Etc/GMT${offset <= 0 ? '+' : '-'}${Math.abs(offset)}`
  const offset = fc.integer({ min: -6, max: 6 })
  fc.assert(
    fc.property(
      fc.tuple(anyHour, anyHour, offset),
      fc.tuple(anyHour, anyHour, offset),
      offset,
      anyTime,
      ([fromOne, toOne, atOne], [fromOther, toOther, atOther], shift, time) => {
        const sharedWhenMoved = (by: number) =>
          sharedHours(
            hours(fromOne, toOne, fixedZone(atOne + by)),
            hours(fromOther, toOther, fixedZone(atOther + by)),
            fixedZone(by),
            time,
          )
        expect(sharedWhenMoved(shift)).toEqual(sharedWhenMoved(0))
      },
    ),
  )
})

const evening = { from: 20, to: 23, timeZone: 'Europe/Paris' }

test('players have the languages and hours of both in common', () => {
  const listing: TeamPreferences = { languages: ['ru', 'en'], usualHours: evening }
  const preferences: TeamPreferences = {
    languages: ['fr', 'en', 'ru'],
    usualHours: { from: 18, to: 0, timeZone: 'Europe/Moscow' },
  }
  expect(commonGround(preferences, listing, 'Europe/Paris', winter)).toEqual({
    languages: ['ru', 'en'],
    hours: [{ fromMinute: 20 * 60, toMinute: 22 * 60 }],
  })
})

test('a player without hours shares none', () => {
  const withHours: TeamPreferences = { languages: ['fr'], usualHours: evening }
  const withoutHours: TeamPreferences = { languages: ['es'], usualHours: null }
  const nothing = { languages: [], hours: [] }
  expect(commonGround(withHours, withoutHours, 'UTC', winter)).toEqual(nothing)
  expect(commonGround(withoutHours, withHours, 'UTC', winter)).toEqual(nothing)
})
