import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isDaylight, nextRestart, parseTimeOfDay, restartsAround } from './server-status.ts'

it.each([
  ['14:21', '14:21'],
  ['9:05', '09:05'],
  [' 00:00 ', '00:00'],
  ['23:59:58', '23:59'],
  ['24:00', null],
  ['12:60', null],
  ['12.30', null],
  ['lqs0', null],
  ['', null],
])('reads the time of day %j as %s', (text, expected) => {
  expect(parseTimeOfDay(text)).toBe(expected)
})

it.each([
  ['05:59', false],
  ['06:00', true],
  ['12:00', true],
  ['18:59', true],
  ['19:00', false],
  ['00:00', false],
])('at %s it is day: %s', (time, expected) => {
  expect(isDaylight(time)).toBe(expected)
})

const everyFourHours = ['00:00', '04:00', '08:00', '12:00', '16:00', '20:00']

it.each([
  ['2026-03-01T12:00:01Z', everyFourHours, '2026-03-01T16:00:00.000Z'],
  ['2026-03-01T12:00:00Z', everyFourHours, '2026-03-01T16:00:00.000Z'],
  ['2026-12-31T20:00:00Z', everyFourHours, '2027-01-01T00:00:00.000Z'],
  ['2026-03-28T23:30:00Z', ['01:30'], '2026-03-29T01:30:00.000Z'],
  ['2026-03-01T05:00:00Z', ['18:00', '06:00'], '2026-03-01T06:00:00.000Z'],
  ['2026-03-01T06:00:00Z', ['06:00'], '2026-03-02T06:00:00.000Z'],
])('after %s, of %j, comes the restart of %s', (now, times, expected) => {
  expect(nextRestart(times, new Date(now))?.toISOString()).toBe(expected)
})

it('has no next restart without restart times', () => {
  expect(nextRestart([], new Date())).toBeNull()
})

it.each([
  ['2026-03-01T12:00:00Z', everyFourHours, '2026-03-01T12:00:00.000Z'],
  ['2026-03-01T11:59:59Z', everyFourHours, '2026-03-01T08:00:00.000Z'],
  ['2026-03-01T05:59:00Z', ['18:00', '06:00'], '2026-02-28T18:00:00.000Z'],
])('at %s, of %j, the last restart was at %s', (now, times, expected) => {
  expect(restartsAround(times, new Date(now))?.last.toISOString()).toBe(expected)
})

it('finds a next restart that is in the future and at most a day ahead', () => {
  const time = fc.tuple(fc.nat(23), fc.nat(59)).map((parts) => {
    return parts.map((part) => String(part).padStart(2, '0')).join(':')
  })
  const moment = fc.date({
    min: new Date('2000-01-01T00:00:00Z'),
    max: new Date('2100-01-01T00:00:00Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(fc.array(time, { minLength: 1 }), moment, (times, now) => {
      const next = nextRestart(times, now)
      if (next === null) throw new Error('there are restarts')
      const aheadMilliseconds = next.getTime() - now.getTime()
      expect(aheadMilliseconds).toBeGreaterThan(0)
      expect(aheadMilliseconds).toBeLessThanOrEqual(24 * 60 * 60 * 1000)
      expect(times).toContain(next.toISOString().slice(11, 16))
    }),
  )
})
