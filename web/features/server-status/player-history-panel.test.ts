import { expect, test } from 'vitest'
import type { PlayerHistory } from '#contract/server-status.ts'
import {
  hourRows,
  hasEnoughSamples,
  shownMs,
  stretchesOf,
  summarize,
} from './player-history-panel.tsx'

const now = Date.parse('2026-11-21T21:30:00Z')

function historyOf(...samples: readonly (readonly [string, number])[]): PlayerHistory {
  return {
    stretchSeconds: 600,
    maxPlayers: 60,
    samples: samples.map(([clock, players]) => ({ at: `2026-11-21T${clock}:00Z`, players })),
  }
}

const evening = historyOf(['18:00', 10], ['18:10', 30], ['20:00', 50], ['20:10', 20], ['20:20', 0])

test('the bars of a day are its stretches, without one in a gap', () => {
  const stretches = stretchesOf(evening, now)
  expect(stretches).toHaveLength(145)
  expect(stretches[0]?.startMs).toBe(now - shownMs)
  const measured = stretches.flatMap(({ startMs, players }) =>
    players === null ? [] : [[new Date(startMs).toISOString().slice(11, 16), players]],
  )
  // The newest sample stays valid until the next one must have arrived.
  expect(measured).toEqual([
    ['18:00', 10],
    ['18:10', 30],
    ['20:00', 50],
    ['20:10', 20],
    ['20:20', 0],
    ['20:30', 0],
  ])
  expect(stretchesOf(historyOf(['20:20', 5]), now + 300_000).at(-1)?.startMs).toBe(now)
})

test('the summary of a day is its peak and its average', () => {
  expect(summarize(evening)).toEqual({
    peak: { at: '2026-11-21T20:00:00Z', players: 50 },
    average: 22,
  })
  expect(summarize(historyOf())).toBeNull()
})

test('two samples are not enough', () => {
  expect(hasEnoughSamples(historyOf(['20:00', 5], ['20:10', 6]))).toBe(false)
  expect(hasEnoughSamples(evening)).toBe(true)
})

test('the rows of the table start on the hour, newest first, with gaps marked', () => {
  const hours = hourRows(evening, now)
  expect(hours).toHaveLength(24)
  expect(hours.slice(0, 4)).toEqual([
    { startMs: Date.parse('2026-11-21T21:00:00Z'), most: null },
    { startMs: Date.parse('2026-11-21T20:00:00Z'), most: 50 },
    { startMs: Date.parse('2026-11-21T19:00:00Z'), most: null },
    { startMs: Date.parse('2026-11-21T18:00:00Z'), most: 30 },
  ])
  expect(hours.at(-1)?.startMs).toBe(Date.parse('2026-11-20T22:00:00Z'))
})
