import { describeLimit, describeMeasured, isMet, type Figure } from './figures/figure.ts'

/** What the run at work has said so far; `takeReports` hands it over. */
let figures: Figure[] = []
let notes: string[] = []
let heading = ''

/** Prints a figure that must not be above its limit. False when it is. */
export function reportAtMost(what: string, measured: number, limit: number, unit = ''): boolean {
  return reportFigure({ what, measured, limit, held: 'at most', unit })
}

/** Prints a figure that must not be below its limit. False when it is. */
export function reportAtLeast(what: string, measured: number, limit: number, unit = ''): boolean {
  return reportFigure({ what, measured, limit, held: 'at least', unit })
}

/** Prints a count that must be exactly this, mostly 0. False when it is not. */
export function reportExactly(what: string, measured: number, limit = 0): boolean {
  return reportFigure({ what, measured, limit, held: 'exactly', unit: '' })
}

/** Prints a speed beside the one it is held against, both of this run; without a goal, to compare. */
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

/** What is reported meanwhile is of this: a database, a size. */
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

/** Prints what explains the figures: how much was done, with which seed. */
export function note(text: string): void {
  notes.push(heading + text)
  console.log(`  ${text}`)
}

/** Hands over what was reported since the last call. */
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

/** The value that this part (0.99) of all does not exceed. */
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
