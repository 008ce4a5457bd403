/** Prints a figure beside its goal; a bench reports, it does not judge. */
export function report(what: string, figure: number, goal: number, unit: string): void {
  const verdict = figure <= goal ? 'within' : 'OVER'
  const rounded = Math.round(figure * 100) / 100
  console.log(`  ${what}: ${rounded} ${unit}, goal ${goal} ${unit} (${verdict})`)
}

export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('no figures')
  return middle
}
