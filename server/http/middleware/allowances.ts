import type { ClientNetworks, Counted } from '#server/services/rate-limit.ts'

export interface Allowance {
  /** So many at once. */
  readonly burst: number
  /** So many in the long run. */
  readonly perSecond: number
}

/** More networks than this are not told apart from new ones; it is some megabytes. */
const mostNetworks = 20_000

/**
 * Spends one of the allowance of each of a visitor's networks, or of none. Answers 0, or after how
 * many seconds the next one is there. `now` is in milliseconds of a clock that never jumps.
 */
export function createAllowances(
  { burst, perSecond }: Allowance,
  now: () => number,
): (networks: ClientNetworks) => number {
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
  /** A wider network, which has a larger allowance, gets it back sooner as well. */
  const spentUntil = ({ name, factor }: Counted): number =>
    Math.max(wholeAgainAt.get(name) ?? 0, now()) + costMilliseconds / factor

  return (networks) => {
    const missingMilliseconds =
      Math.max(...networks.map(spentUntil)) - now() - fullAfterMilliseconds
    if (missingMilliseconds > 0) return Math.ceil(missingMilliseconds / 1000)
    for (const network of networks) {
      const until = spentUntil(network)
      wholeAgainAt.delete(network.name)
      forgetWhole()
      wholeAgainAt.set(network.name, until)
    }
    return 0
  }
}
