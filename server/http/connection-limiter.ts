import type { ClientNetworks, Counted } from '#server/services/rate-limit.ts'
import { isThisMachine } from './client-address.ts'

/** Answers null when there is no place, else how to give it back. */
export type AcquireSlot = (networks: ClientNetworks | null) => (() => void) | null

/**
 * Places in this process for what holds memory and a socket of it: few for one network, and no more
 * in total than it can bear. This machine's own, a probe or a proxy that carries many visitors, and
 * those of no network are counted in total only.
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
