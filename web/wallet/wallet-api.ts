import type {
  BalanceView,
  OwnedSkinList,
  StartSteamClaimAnswer,
  SteamClaimsView,
  TransactionPage,
} from '#contract/kryptonite.ts'
import type { SteamId64 } from '#domain/steam-id.ts'
import { requestJson } from '#web/api/client.ts'

/**
 * The lines of a balance, newest first; with the cursor of a page the older ones after it.
 * `claim_required` when they are for another account's eyes.
 * @throws {ApiProblem}
 */
export function fetchTransactions(steamId: SteamId64, cursor?: string): Promise<TransactionPage> {
  const query = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`
  return requestJson(`/api/krypto-transactions/${steamId}${query}`)
}

/** @throws {ApiProblem} */
export function fetchSkins(steamId: SteamId64): Promise<OwnedSkinList> {
  return requestJson(`/api/skin-purchases/${steamId}`)
}

/** @throws {ApiProblem} */
export function fetchBalance(steamId: SteamId64): Promise<BalanceView> {
  return requestJson(`/api/krypto-balance/${steamId}`)
}

/** @throws {ApiProblem} */
export function fetchClaims(): Promise<SteamClaimsView> {
  return requestJson('/api/steam-claims')
}

/**
 * Leaves for Steam's own page; the player comes back to `/wallet?claim=…`.
 * @throws {ApiProblem}
 */
export async function startSteamClaim(): Promise<void> {
  const { url } = await requestJson<StartSteamClaimAnswer>('/api/steam-claims', { body: {} })
  location.assign(url)
}
