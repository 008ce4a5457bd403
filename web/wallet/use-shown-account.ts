import { useEffect, useState, useSyncExternalStore } from 'react'
import type { SteamClaimsView } from '#contract/kryptonite.ts'
import { isSteamId64, type SteamId64 } from '#domain/steam-id.ts'
import type { AnswerState } from '#web/api/use-answer.ts'
import { readSteamId, rememberedSteamId } from '#web/storage/remembered-player.ts'
import type { ClaimOutcome } from './claim-outcome.ts'

interface ShownAccount {
  /** Whose wallet is shown; null for nobody's, `unknown` until the device and the account are known. */
  readonly steamId: SteamId64 | 'unknown' | null
  readonly show: (steamId: SteamId64) => void
}

/**
 * Which wallet the page shows: the one that was asked for, else the one that was just claimed, else
 * this device's player's, else the newest that the account has claimed.
 */
export function useShownAccount(
  claims: AnswerState<SteamClaimsView>,
  outcome: ClaimOutcome | null,
): ShownAccount {
  const [chosen, show] = useState<SteamId64 | null>(null)
  const remembered = useSyncExternalStore<ShownAccount['steamId']>(
    rememberedSteamId.subscribe,
    readSteamId,
    () => 'unknown',
  )
  const claimed = newestClaim(claims)
  const justClaimed = outcome === 'done' ? claimed : null

  useEffect(() => {
    // Steam itself has said whose it is; the badge and the shop may know as well.
    if (justClaimed !== null && readSteamId() === null) rememberedSteamId.write(justClaimed)
  }, [justClaimed])

  const isWaiting = claims.status === 'waiting'
  if (chosen !== null) return { steamId: chosen, show }
  if (outcome === 'done' && isWaiting) return { steamId: 'unknown', show }
  const steamId = justClaimed ?? remembered ?? claimed ?? (isWaiting ? 'unknown' : null)
  return { steamId, show }
}

function newestClaim(claims: AnswerState<SteamClaimsView>): SteamId64 | null {
  const steamId = claims.status === 'answered' ? (claims.value.claims[0]?.steamId ?? '') : ''
  return isSteamId64(steamId) ? steamId : null
}
