export interface Allowance {
  /** So many at once. */
  readonly burst: number
  /** So many in the long run. */
  readonly perSecond: number
}

/** More networks than this are not told apart from new ones; it is some megabytes. */
const mostNetworks = 20_000

/**
 * Spends one of a network's allowance. Answers 0, or after how many seconds the next one is there.
 * `now` is in milliseconds of a clock that never jumps.
 */
export function createAllowances(
  { burst, perSecond }: Allowance,
  now: () => number,
): (network: string) => number {
  const costMilliseconds = 1000 / perSecond
  const fullAfterMilliseconds = burst * costMilliseconds
  /** When each network will have its whole allowance again; who spent last is last. */
  const wholeAgainAt = new Map<string, number>()

  const forgetWhole = (): void => {
    for (const [network, at] of wholeAgainAt) {
      if (at > now() && wholeAgainAt.size < mostNetworks) return
      wholeAgainAt.delete(network)
    }
  }
  return (network) => {
    const spentUntil = Math.max(wholeAgainAt.get(network) ?? 0, now()) + costMilliseconds
    const missingMilliseconds = spentUntil - now() - fullAfterMilliseconds
    if (missingMilliseconds > 0) return Math.ceil(missingMilliseconds / 1000)
    wholeAgainAt.delete(network)
    forgetWhole()
    wholeAgainAt.set(network, spentUntil)
    return 0
  }
}
