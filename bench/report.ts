import { describeLimit, describeMeasured, isMet, type Figure } from './figures/figure.ts'

/** The figures of the current run; `takeReports` returns them. */
let figures: Figure[] = []
let notes: string[] = []
let heading = ''

/** Prints a figure with an upper limit. False when it is exceeded. */
export function reportAtMost(what: string, measured: number, limit: number, unit = ''): boolean {
  return reportFigure({ what, measured, limit, held: 'at most', unit })
}

/** Prints a figure with a lower limit. False when it is missed. */
export function reportAtLeast(what: string, measured: number, limit: number, unit = ''): boolean {
  return reportFigure({ what, measured, limit, held: 'at least', unit })
}

/** Prints a count with an exact expected value, mostly 0. False when it differs. */
export function reportExactly(what: string, measured: number, limit = 0): boolean {
  return reportFigure({ what, measured, limit, held: 'exactly', unit: '' })
}

/** Prints a speed beside a reference speed of the same run; without a goal, only to compare. */
export function reportRatio(
  what: string,
  perSecond: number,
  limitPerSecond: number,
  goal: number | null,
): boolean {
  const speeds = `${Math.round(perSecond)}/s to ${Math.round(limitPerSecond)}/s`
  return reportFigure({
    what: `${what} (${speeds})`,
    measured: perSecond / limitPerSecond,
    limit: goal,
    held: 'at least',
    unit: '',
  })
}

/** Figures reported meanwhile belong to this: a database, a size. */
export async function under<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  console.log(` ${name}`)
  const outer = heading
  heading = `${name}: `
  try {
    return await work()
  } finally {
    heading = outer
  }
}

/** Prints context of the figures: how much was done, with which seed. */
export function note(text: string): void {
  notes.push(heading + text)
  console.log(`  ${text}`)
}

/** Returns what was reported since the last call. */
export function takeReports(): {
  readonly figures: Figure[]
  readonly notes: string[]
} {
  const taken = { figures, notes }
  figures = []
  notes = []
  return taken
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('no figures')
  return middle
}

/** The value that this share (0.99) of all values does not exceed. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
  if (value === undefined) throw new Error('no figures')
  return value
}

function reportFigure(figure: Figure): boolean {
  figures.push({ ...figure, what: heading + figure.what })
  const limit = figure.limit === null ? '' : `, goal ${describeLimit(figure)}`
  console.log(
    `  ${figure.what}: ${describeMeasured(figure)}${limit}${isMet(figure) ? '' : ' (MISSED)'}`,
  )
  return isMet(figure)
}
