import { isLoopbackNetwork } from './client-address.ts'

/**
 * Counts the open event streams of this process, which each hold memory and a socket of it: few from
 * one network, and no more in total than it can bear. This machine's own are counted in total only:
 * they are a probe, or a proxy that carries many visitors. Answers null when there is no place, else
 * how to give it back.
 */
export function createPlaces({
  perNetwork,
  total,
}: {
  readonly perNetwork: number
  readonly total: number
}): (network: string) => (() => void) | null {
  const taken = new Map<string, number>()
  let all = 0
  return (network) => {
    const ofNetwork = taken.get(network) ?? 0
    if (all >= total) return null
    if (ofNetwork >= perNetwork && !isLoopbackNetwork(network)) return null
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
