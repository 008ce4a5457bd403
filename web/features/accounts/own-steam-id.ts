import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import type { SteamClaimView } from '#contract/accounts.ts'
import { call } from '#web/app/api-client.ts'
import { queryKeys, useServerData } from '#web/app/query-client.ts'
import { useSession } from '#web/app/session.ts'
import { storedSteamId } from './stored-player.ts'

/** The Steam IDs that the account has linked. */
export const claimsQuery = queryOptions({
  queryKey: [...queryKeys.account, 'steam-claims'],
  queryFn: () => call(import('#contract/accounts.ts').then(({ listClaims }) => listClaims)),
})

interface OwnSteamId {
  /** Null when none is known. */
  readonly ownSteamId: string | null
  /** What the signed-in account has linked. */
  readonly claims: readonly SteamClaimView[]
}

/**
 * The visitor's own Steam ID for a form: the one that this device has stored, unless the signed-in
 * account has linked others only. Later purchases in other tabs do not change it. For pages that
 * have hydrated.
 */
export function useOwnSteamId(): OwnSteamId {
  const { user } = useSession()
  const { data } = useServerData({ ...claimsQuery, enabled: user !== null })
  const [stored] = useState(() => storedSteamId.read())
  const claims = user && data ? data.claims : []
  const isLinked = claims.some(({ steamId }) => steamId === stored)
  return { ownSteamId: isLinked ? stored : (claims[0]?.steamId ?? stored), claims }
}
