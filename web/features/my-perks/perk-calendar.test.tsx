import { expect, test } from 'vitest'
import type { PerkView } from '#contract/perks.ts'
import { isToCome } from '#domain/perks.ts'
import { monthsFrom } from './perk-calendar.tsx'

/** In the time zone of the pages, as a visitor's browser counts. */
const at = (month: number, day = 1): string => new Date(2026, month - 1, day).toISOString()
const grant = (startsAt: string, endsAt: string | null): PerkView['calendar'][number] => ({
  startsAt,
  endsAt,
  source: 'order',
})
const now = Date.parse(at(11, 16))

test('shows whole rows of months until the end, with the year at the first and in January', () => {
  const months = monthsFrom(now, [grant(at(11, 16), at(13))])
  expect(months.map(({ year }) => year)).toEqual([2026, null, 2027, null, null, null])
  expect(months.map(({ parts }) => parts.length)).toEqual([1, 1, 0, 0, 0, 0])
  expect(monthsFrom(now, [grant(at(11, 16), at(17, 2))])).toHaveLength(12)
})

test('fills the covered share of a month: what has passed, and each grant in its own tone', () => {
  const [november, december] = monthsFrom(now, [
    grant(at(11), at(11, 26)),
    grant(at(11, 26), at(12, 26)),
  ])
  expect(november?.parts).toEqual([
    { from: 0, to: 0.5, tone: 'past' },
    { from: 0.5, to: 25 / 30, tone: 'first' },
    { from: 25 / 30, to: 1, tone: 'second' },
  ])
  expect(december?.parts).toEqual([{ from: 0, to: 25 / 31, tone: 'second' }])
})

test('what is permanent fills two rows, and many years no more than four', () => {
  const endless = monthsFrom(now, [grant(at(11), null)])
  expect(endless).toHaveLength(12)
  expect(endless.at(-1)?.parts).toEqual([{ from: 0, to: 1, tone: 'first' }])
  expect(monthsFrom(now, [grant(at(11), at(120))])).toHaveLength(24)
  expect(monthsFrom(now, [])).toHaveLength(6)
})

test('what was paid while the page was open has begun, although its clock is a little behind', () => {
  expect(isToCome(new Date(now + 9000).toISOString(), now)).toBe(false)
  expect(isToCome(at(11, 17), now)).toBe(true)
})
