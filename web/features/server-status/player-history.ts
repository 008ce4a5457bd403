import type { PlayerHistory, PlayerSample } from '#contract/server-status.ts'

const hourMs = 3_600_000

/** The period that is shown, in milliseconds since 1970. */
export interface Day {
  readonly fromMs: number
  readonly toMs: number
}

/** The 24 hours up to now. */
export function dayUntil(nowMs: number): Day {
  return { fromMs: nowMs - 24 * hourMs, toMs: nowMs }
}

/** Fewer samples do not make a line. */
const minSamples = 3

export function hasEnoughSamples({ samples }: PlayerHistory): boolean {
  return samples.length >= minSamples
}

/** The samples split at the gaps, oldest first. */
export function runsOf({ samples, stretchSeconds }: PlayerHistory): readonly PlayerSample[][] {
  const longestStepMs = stretchSeconds * 1500
  const runs: PlayerSample[][] = []
  for (const sample of samples) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run && last && Date.parse(sample.at) - Date.parse(last.at) <= longestStepMs) {
      run.push(sample)
    } else runs.push([sample])
  }
  return runs
}

interface OutlineScale {
  readonly day: Day
  readonly stretchSeconds: number
  readonly highest: number
}

/** The steps of one run as an SVG path on a grid of 1000 by 100, zero at the bottom. */
export function outlineOf(run: readonly PlayerSample[], scale: OutlineScale): string {
  const steps = run.map(({ at, players }) => {
    const startMs = Date.parse(at)
    const left = toGrid(startMs, scale.day)
    const right = toGrid(startMs + scale.stretchSeconds * 1000, scale.day)
    return `${left} ${round(100 - (100 * players) / scale.highest)}H${right}`
  })
  return `M${steps.join('L')}`
}

function toGrid(timeMs: number, { fromMs, toMs }: Day): number {
  return round(Math.min(1000, Math.max(0, (1000 * (timeMs - fromMs)) / (toMs - fromMs))))
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** The top of the vertical axis: the server's slots, or more if more players were measured. */
export function highestOf({ samples, maxPlayers }: PlayerHistory): number {
  return Math.max(1, maxPlayers, ...samples.map(({ players }) => players))
}

/**
 * The sample at a time; null in a gap. The newest sample stays valid for one more stretch, because
 * the next one may be measured but not loaded yet.
 */
export function sampleAt(
  { samples, stretchSeconds }: PlayerHistory,
  timeMs: number,
): PlayerSample | null {
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
export function hourRows({ samples }: PlayerHistory, { toMs }: Day) {
  const newestMs = Math.floor(toMs / hourMs) * hourMs
  return Array.from({ length: 24 }, (_, index) => {
    const startMs = newestMs - index * hourMs
    const measured = samples
      .filter(({ at }) => Date.parse(at) >= startMs && Date.parse(at) < startMs + hourMs)
      .map(({ players }) => players)
    return { startMs, most: measured.length === 0 ? null : Math.max(...measured) }
  })
}
