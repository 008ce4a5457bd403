/** Where the lines of an axis stand. */
export interface Scale {
  readonly ticks: readonly number[]
  readonly lowest: number
  readonly highest: number
}

/**
 * Round numbers around all of the values, zero among them. `smallestStep` is the smallest difference
 * that means something, such as 1 Kr.
 */
export function chooseScale(lowest: number, highest: number, smallestStep: number): Scale {
  const span = Math.max(highest, 0) - Math.min(lowest, 0)
  const step = Math.max(smallestStep, roundStep(span / 4))
  const first = Math.floor(Math.min(lowest, 0) / step)
  const last = Math.max(Math.ceil(Math.max(highest, 0) / step), first + 1)
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
  return { ticks, lowest: first * step, highest: last * step }
}

/** The next of 1, 2, 5, 10, 20, 50 and so on. */
function roundStep(least: number): number {
  if (least <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= least) ?? 10
  return factor * power
}
