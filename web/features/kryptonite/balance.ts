import { queryOptions, skipToken } from '@tanstack/react-query'
import { useMemo, useState, useSyncExternalStore } from 'react'
import type { BalanceView } from '#contract/kryptonite.ts'
import type { SteamId64 } from '#domain/steam-id64.ts'
import { call } from '#web/app/api-client.ts'
import { queryKeys, useServerData } from '#web/app/query-client.ts'
import { readSteamId, storedSteamId } from '#web/features/accounts/stored-player.ts'

/** The balance of the stored Steam ID; `kr` is null until the server has answered. */
export interface Balance {
  readonly steamId: SteamId64 | null
  readonly kr: number | null
}

export function balanceQuery(steamId: SteamId64 | null) {
  return queryOptions({
    queryKey: queryKeys.balance(steamId),
    queryFn: steamId === null ? skipToken : () => fetchBalance(steamId),
  })
}

/** @throws {ApiProblem} */
export function fetchBalance(steamId: SteamId64): Promise<BalanceView> {
  return call(
    import('#contract/kryptonite.ts').then(({ readBalance }) => readBalance),
    { params: { steamId } },
  )
}

/** The player's Kr, live. Without a Steam ID, and on the server, it is 0. */
export function useBalance(): Balance {
  const steamId = useSyncExternalStore(storedSteamId.subscribe, readSteamId, () => null)
  // Events keep it up to date, so a page that opens need not request it again.
  const { data } = useServerData({ ...balanceQuery(steamId), staleTime: Infinity })
  const kr = steamId === null ? 0 : (data?.balance ?? null)
  return useMemo(() => ({ steamId, kr }), [steamId, kr])
}

interface ChangingBalance {
  readonly balance: Balance
  /** The direction of the last change; null if it has not changed since the page opened. */
  readonly change: 'rise' | 'fall' | null
}

/** The balance and its last change. Switching to another player, or the first known balance, is not a change. */
export function useBalanceChange(): ChangingBalance {
  const balance = useBalance()
  const [state, setState] = useState<ChangingBalance>({ balance, change: null })
  if (state.balance === balance) return state
  const next = { balance, change: changeBetween(state.balance, balance) }
  setState(next)
  return next
}

function changeBetween(before: Balance, after: Balance): ChangingBalance['change'] {
  if (before.steamId !== after.steamId || before.kr === null || after.kr === null) return null
  return after.kr > before.kr ? 'rise' : 'fall'
}
