import { expect, test } from 'vitest'
import type { PlayerHistory } from '#contract/server-status.ts'
import {
  dayUntil,
  highestOf,
  hourRows,
  hasEnoughSamples,
  outlineOf,
  runsOf,
  sampleAt,
  summarize,
} from './player-history.ts'

const now = Date.parse('2026-11-21T21:30:00Z')
const day = dayUntil(now)

function historyOf(...samples: readonly (readonly [string, number])[]): PlayerHistory {
  return {
    stretchSeconds: 600,
    maxPlayers: 60,
    samples: samples.map(([clock, players]) => ({ at: `2026-11-21T${clock}:00Z`, players })),
  }
}

const evening = historyOf(['18:00', 10], ['18:10', 30], ['20:00', 50], ['20:10', 20], ['20:20', 0])

test('a gap breaks the line instead of dropping it to zero', () => {
  expect(runsOf(evening).map((run) => run.map(({ players }) => players))).toEqual([
    [10, 30],
    [50, 20, 0],
  ])
  expect(runsOf(historyOf())).toEqual([])
})

test('each sample is a step as long as its stretch', () => {
  const outline = outlineOf(
    [
      { at: '2026-11-20T21:30:00Z', players: 60 },
      { at: '2026-11-21T09:30:00Z', players: 0 },
    ],
    { day, stretchSeconds: 43_200, highest: 60 },
  )
  expect(outline).toBe('M0 0H500L500 100H1000')
})

test('a step that extends beyond the day is cut off', () => {
  const outline = outlineOf([{ at: '2026-11-20T21:25:00Z', players: 30 }], {
    day,
    stretchSeconds: 600,
    highest: 60,
  })
  expect(outline).toBe('M0 50H3.5')
})

test('a time has the sample of its stretch, and a gap has none', () => {
  const at = (clock: string) => sampleAt(evening, Date.parse(`2026-11-21T${clock}Z`))?.players
  expect(at('18:00:00')).toBe(10)
  expect(at('18:19:59')).toBe(30)
  expect(at('18:20:00')).toBeUndefined()
  expect(at('17:59:59')).toBeUndefined()
})

test('the newest sample stays valid until the next one must have arrived', () => {
  const at = (clock: string) => sampleAt(evening, Date.parse(`2026-11-21T${clock}Z`))?.players
  expect(at('20:39:59')).toBe(0)
  expect(at('20:40:00')).toBeUndefined()
})

test('the summary of a day is its peak and its average', () => {
  expect(summarize(evening)).toEqual({
    peak: { at: '2026-11-21T20:00:00Z', players: 50 },
    average: 22,
  })
  expect(summarize(historyOf())).toBeNull()
})

test('the axis ends at the server’s slots, unless more players were measured', () => {
  expect(highestOf(evening)).toBe(60)
  expect(highestOf(historyOf(['20:00', 64]))).toBe(64)
  expect(highestOf({ ...historyOf(), maxPlayers: 0 })).toBe(1)
})

test('two samples are not enough', () => {
  expect(hasEnoughSamples(historyOf(['20:00', 5], ['20:10', 6]))).toBe(false)
  expect(hasEnoughSamples(evening)).toBe(true)
})

test('the rows of the table start on the hour, newest first, with gaps marked', () => {
  const hours = hourRows(evening, day)
  expect(hours).toHaveLength(24)
  expect(hours.slice(0, 4)).toEqual([
    { startMs: Date.parse('2026-11-21T21:00:00Z'), most: null },
    { startMs: Date.parse('2026-11-21T20:00:00Z'), most: 50 },
    { startMs: Date.parse('2026-11-21T19:00:00Z'), most: null },
    { startMs: Date.parse('2026-11-21T18:00:00Z'), most: 30 },
  ])
  expect(hours.at(-1)?.startMs).toBe(Date.parse('2026-11-20T22:00:00Z'))
})
