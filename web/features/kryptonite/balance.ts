import { useState, useSyncExternalStore } from 'react'
import type { BalanceView } from '#contract/kryptonite.ts'
import type { SteamId64 } from '#domain/steam-id64.ts'
import { requestJson } from '#web/app/api-client.ts'
import { subscribeToBalance } from '#web/app/events.ts'
import { createListeners, onReturn } from '#web/app/subscriptions.ts'
import { readSteamId, storedSteamId } from '#web/features/accounts/stored-player.ts'

/** The balance of the stored Steam ID; `kr` is null until the server has answered. */
export interface Balance {
  readonly steamId: SteamId64 | null
  readonly kr: number | null
}

const noBalance: Balance = { steamId: null, kr: 0 }
const { notify, subscribe } = createListeners()
let knownBalance = noBalance
let subscribers = 0
let stopWatching = (): void => undefined
// Responses may overtake each other and events: only the response to the latest request counts.
let latestRequest = 0

/** The player's Kr, live. Without a Steam ID, and on a prerendered page, it is 0. */
export function useBalance(): Balance {
  return useSyncExternalStore(watchBalance, readBalance, () => noBalance)
}

/** Requests the balance. If that fails, the known balance stays. */
export async function refreshBalance(): Promise<void> {
  const { steamId } = readBalance()
  if (steamId === null) return
  latestRequest += 1
  const request = latestRequest
  const view = await requestJson<BalanceView>(`/api/krypto-balance/${steamId}`).catch(() => null)
  if (view !== null && request === latestRequest) update(view.balance)
}

/** The known balance; the same object until it changes. */
export function readBalance(): Balance {
  const steamId = readSteamId()
  if (knownBalance.steamId !== steamId) {
    knownBalance = steamId === null ? noBalance : { steamId, kr: null }
    // Drop the response to a request for the previous player.
    latestRequest += 1
  }
  return knownBalance
}

function update(kr: number): void {
  const { steamId, kr: before } = readBalance()
  if (steamId === null || kr === before) return
  knownBalance = { steamId, kr }
  notify()
}

/** Calls the listener after every change, and keeps the balance up to date until unsubscribed. */
export function watchBalance(listener: () => void): () => void {
  const unsubscribe = subscribe(listener)
  subscribers += 1
  if (subscribers === 1) stopWatching = watchSources()
  return () => {
    unsubscribe()
    subscribers -= 1
    if (subscribers === 0) stopWatching()
  }
}

function refresh(): void {
  void refreshBalance()
}

function watchSources(): () => void {
  const stops = [
    subscribeToBalance((kr) => {
      if (kr === null) return refresh()
      latestRequest += 1
      update(kr)
    }),
    storedSteamId.subscribe(() => {
      notify()
      refresh()
    }),
    onReturn(refresh),
  ]
  refresh()
  return () => stops.forEach((stop) => stop())
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
