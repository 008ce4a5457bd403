import { useState } from 'react'
import type { SteamId64 } from '#domain/steam-id64.ts'
import { arrivedAfter, noneArrived } from './arrivals.ts'
import { useBalance } from './balance-store.ts'

/** How many Kr have come to the Steam ID since this was first drawn; 0 until some have. */
export function useArrivedKr(steamId: SteamId64): number {
  const balance = useBalance()
  const [arrivals, setArrivals] = useState(noneArrived)
  const next = arrivedAfter(arrivals, balance, steamId)
  if (next !== arrivals) setArrivals(next)
  return next.arrivedKr
}
