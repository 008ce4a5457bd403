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
const paris = 'Europe/Paris'

it.each([
  ['2026-03-01T12:00:01Z', everyFourHours, 'UTC', '2026-03-01T16:00:00.000Z'],
  ['2026-03-01T12:00:00Z', everyFourHours, 'UTC', '2026-03-01T16:00:00.000Z'],
  ['2026-12-31T20:00:00Z', everyFourHours, 'UTC', '2027-01-01T00:00:00.000Z'],
  ['2026-03-01T05:00:00Z', ['18:00', '06:00'], 'UTC', '2026-03-01T06:00:00.000Z'],
  ['2026-03-01T06:00:00Z', ['06:00'], 'UTC', '2026-03-02T06:00:00.000Z'],
  ['2026-01-15T12:00:00Z', ['06:00'], paris, '2026-01-16T05:00:00.000Z'],
  ['2026-07-15T12:00:00Z', ['06:00'], paris, '2026-07-16T04:00:00.000Z'],
  // It is already the next day there, or still the day before.
  ['2026-07-15T21:59:00Z', ['00:00'], paris, '2026-07-15T22:00:00.000Z'],
  ['2026-07-15T22:30:00Z', ['00:00', '01:00'], paris, '2026-07-15T23:00:00.000Z'],
  ['2026-07-16T01:00:00Z', ['22:00'], 'America/New_York', '2026-07-16T02:00:00.000Z'],
  // The clocks change on the night before.
  ['2026-03-28T20:00:00Z', ['06:00'], paris, '2026-03-29T04:00:00.000Z'],
  ['2026-10-24T20:00:00Z', ['06:00'], paris, '2026-10-25T05:00:00.000Z'],
  // There is no 02:30 on that day.
  ['2026-03-29T00:00:00Z', ['02:30'], paris, '2026-03-29T01:30:00.000Z'],
])('after %s, of %j in %s, comes the restart of %s', (now, times, timeZone, expected) => {
  expect(nextRestart({ times, timeZone }, new Date(now))?.toISOString()).toBe(expected)
})

it.each([
  ['without restart times', { times: [], timeZone: paris }],
  ['in a time zone that this machine lacks', { times: ['06:00'], timeZone: 'Europe/Deer_Isle' }],
])('has no next restart %s', (_, restarts) => {
  expect(nextRestart(restarts, new Date())).toBeNull()
})

it.each([
  ['2026-03-01T12:00:00Z', everyFourHours, 'UTC', '2026-03-01T12:00:00.000Z'],
  ['2026-03-01T11:59:59Z', everyFourHours, 'UTC', '2026-03-01T08:00:00.000Z'],
  ['2026-03-01T05:59:00Z', ['18:00', '06:00'], 'UTC', '2026-02-28T18:00:00.000Z'],
  ['2026-03-29T12:00:00Z', ['06:00'], paris, '2026-03-29T04:00:00.000Z'],
  ['2026-03-29T03:00:00Z', ['06:00'], paris, '2026-03-28T05:00:00.000Z'],
])('at %s, of %j in %s, the last restart was at %s', (now, times, timeZone, expected) => {
  expect(restartsAround({ times, timeZone }, new Date(now))?.last.toISOString()).toBe(expected)
})

it('finds a next restart that is in the future and at most a day and a change of clocks ahead', () => {
  const time = fc.tuple(fc.nat(23), fc.nat(59)).map((parts) => {
    return parts.map((part) => String(part).padStart(2, '0')).join(':')
  })
  const moment = fc.date({
    min: new Date('2000-01-01T00:00:00Z'),
    max: new Date('2100-01-01T00:00:00Z'),
    noInvalidDate: true,
  })
  const zone = fc.constantFrom('UTC', paris, 'America/Los_Angeles', 'Australia/Sydney')
  fc.assert(
    fc.property(fc.array(time, { minLength: 1 }), zone, moment, (times, timeZone, now) => {
      const around = restartsAround({ times, timeZone }, now)
      if (around === null) throw new Error('there are restarts')
      const { last, next } = around
      const hourMs = 60 * 60 * 1000
      expect(next.getTime() - now.getTime()).toBeGreaterThan(0)
      expect(now.getTime() - last.getTime()).toBeGreaterThanOrEqual(0)
      expect(next.getTime() - last.getTime()).toBeLessThanOrEqual(25 * hourMs)
      const format = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
      const clock = new Intl.DateTimeFormat('en', format)
      // An hour later is the hour that the change of clocks leaves out.
      const shown = new Set([next, new Date(next.getTime() - hourMs)].map((at) => clock.format(at)))
      expect(times.some((planned) => shown.has(planned))).toBe(true)
    }),
  )
})
