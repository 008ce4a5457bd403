import { expect, test } from 'vitest'
import { commonGround, type Habits } from './common-ground.ts'

const winter = Date.UTC(2026, 0, 15, 12)
const evening = { from: 20, to: 23, timeZone: 'Europe/Paris' }

test('players share the languages that both speak and the hours that both play', () => {
  const listing: Habits = { languages: ['ru', 'en'], usualHours: evening }
  const habits: Habits = {
    languages: ['fr', 'en', 'ru'],
    usualHours: { from: 18, to: 0, timeZone: 'Europe/Moscow' },
  }
  expect(commonGround(habits, listing, 'Europe/Paris', winter)).toEqual({
    languages: ['ru', 'en'],
    hours: [{ fromMinute: 20 * 60, toMinute: 22 * 60 }],
  })
})

test('who named no hours shares none', () => {
  const withHours: Habits = { languages: ['fr'], usualHours: evening }
  const withoutHours: Habits = { languages: ['es'], usualHours: null }
  const nothing = { languages: [], hours: [] }
  expect(commonGround(withHours, withoutHours, 'UTC', winter)).toEqual(nothing)
  expect(commonGround(withoutHours, withHours, 'UTC', winter)).toEqual(nothing)
})
