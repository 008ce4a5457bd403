import { useState } from 'react'
import type { SteamClaimView } from '#contract/accounts.ts'
import { useServerData } from '#web/app/query-client.ts'
import { useSession } from '#web/app/session.ts'
import { claimsQuery } from './claims-query.ts'
import { storedSteamId } from './stored-player.ts'

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
