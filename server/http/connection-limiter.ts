import type { ClientNetworks, Counted } from '#server/services/rate-limit.ts'
import { isThisMachine } from './client-address.ts'

/** Returns null when no slot is free, otherwise the function that releases it. */
export type AcquireSlot = (networks: ClientNetworks | null) => (() => void) | null

/**
 * Limits what holds memory and a socket of this process: a few slots for each network, and a total
 * that the process can bear. Connections of this machine (probes, proxies that carry many visitors)
 * and of no known network count towards the total only.
 */
export function createConnectionLimiter({
  perNetwork,
  total,
}: {
  readonly perNetwork: number
  readonly total: number
}): AcquireSlot {
  const taken = new Map<string, number>()
  let all = 0
  const hasRoom = ({ name, factor }: Counted): boolean =>
    (taken.get(name) ?? 0) < Math.floor(perNetwork * factor)
  return (networks) => {
    const counted = networks === null || isThisMachine(networks) ? [] : networks
    if (all >= total || !counted.every(hasRoom)) return null
    all += 1
    for (const { name } of counted) taken.set(name, (taken.get(name) ?? 0) + 1)
    return () => {
      all -= 1
      for (const { name } of counted) {
        const left = (taken.get(name) ?? 1) - 1
        if (left > 0) taken.set(name, left)
        else taken.delete(name)
      }
    }
  }
}
