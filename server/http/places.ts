import { isLoopbackNetwork } from './client-address.ts'

/** Answers null when there is no place, else how to give it back. */
export type TakePlace = (network: string | null) => (() => void) | null

/**
 * Places in this process for what holds memory and a socket of it: few for one network, and no more
 * in total than it can bear. This machine's own, a probe or a proxy that carries many visitors, and
 * those of no network are counted in total only.
 */
export function createPlaces({
  perNetwork,
  total,
}: {
  readonly perNetwork: number
  readonly total: number
}): TakePlace {
  const taken = new Map<string | null, number>()
  let all = 0
  return (network) => {
    const ofNetwork = taken.get(network) ?? 0
    if (all >= total) return null
    if (ofNetwork >= perNetwork && network !== null && !isLoopbackNetwork(network)) return null
    all += 1
    taken.set(network, ofNetwork + 1)
    return () => {
      all -= 1
      const left = (taken.get(network) ?? 1) - 1
      if (left > 0) taken.set(network, left)
      else taken.delete(network)
    }
  }
}
