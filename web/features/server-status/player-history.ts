import type { PlayerHistory, PlayerSample } from '#contract/server-status.ts'

const hourMs = 3_600_000

/** How long a day is shown, up to now. */
export const shownMs = 24 * hourMs

/** Fewer samples do not make a line. */
const minSamples = 3

export function hasEnoughSamples({ samples }: PlayerHistory): boolean {
  return samples.length >= minSamples
}

/** A stretch of the day; null players in a gap. */
export interface Stretch {
  /** In milliseconds since 1970. */
  readonly startMs: number
  readonly players: number | null
}

export function stretchesOf(history: PlayerHistory, nowMs: number): readonly Stretch[] {
  const stretchMs = history.stretchSeconds * 1000
  const firstMs = Math.ceil((nowMs - shownMs) / stretchMs) * stretchMs
  return Array.from({ length: Math.floor((nowMs - firstMs) / stretchMs) + 1 }, (_, index) => {
    const startMs = firstMs + index * stretchMs
    return { startMs, players: sampleAt(history, startMs)?.players ?? null }
  })
}

/**
 * The sample at a time; null in a gap. The newest sample stays valid for one more stretch, because
 * the next one may be measured but not loaded yet.
 */
function sampleAt({ samples, stretchSeconds }: PlayerHistory, timeMs: number): PlayerSample | null {
  const found = samples.findLast(({ at }) => Date.parse(at) <= timeMs)
  if (!found) return null
  const stretches = found === samples.at(-1) ? 2 : 1
  return timeMs - Date.parse(found.at) < stretches * stretchSeconds * 1000 ? found : null
}

/** The most players, and the average over the measured time; null without samples. */
export function summarize({ samples }: PlayerHistory) {
  const [first] = samples
  if (!first) return null
  const peak = samples.reduce((most, sample) => (sample.players > most.players ? sample : most))
  const sum = samples.reduce((total, { players }) => total + players, 0)
  return { peak, average: Math.round(sum / samples.length) }
}

/**
 * The most players of each hour of the clock, newest first, null without samples; the newest hour is
 * incomplete.
 */
export function hourRows({ samples }: PlayerHistory, nowMs: number) {
  const newestMs = Math.floor(nowMs / hourMs) * hourMs
  return Array.from({ length: 24 }, (_, index) => {
    const startMs = newestMs - index * hourMs
    const measured = samples
      .filter(({ at }) => Date.parse(at) >= startMs && Date.parse(at) < startMs + hourMs)
      .map(({ players }) => players)
    return { startMs, most: measured.length === 0 ? null : Math.max(...measured) }
  })
}
