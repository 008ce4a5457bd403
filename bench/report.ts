/** Prints a figure beside its goal; a bench reports, it does not judge. */
export function report(what: string, figure: number, goal: number, unit: string): void {
  const verdict = figure <= goal ? 'within' : 'OVER'
  const rounded = Math.round(figure * 100) / 100
  console.log(`  ${what}: ${rounded} ${unit}, goal ${goal} ${unit} (${verdict})`)
}

/** Prints a speed beside the one it is held against, both of this run; without a goal, to compare. */
export function reportRatio(
  what: string,
  perSecond: number,
  limitPerSecond: number,
  goal: number | null,
): void {
  const ratio = perSecond / limitPerSecond
  const verdict = goal === null ? '' : `, goal ≥ ${goal} (${ratio >= goal ? 'reached' : 'MISSED'})`
  const figures = `${Math.round(perSecond)}/s to ${Math.round(limitPerSecond)}/s`
  console.log(`  ${what}: ${ratio.toFixed(2)}${verdict} — ${figures}`)
}

export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('no figures')
  return middle
}
