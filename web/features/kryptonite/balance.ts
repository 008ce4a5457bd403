import { useState, useSyncExternalStore } from 'react'
import type { BalanceView } from '#contract/kryptonite.ts'
import type { SteamId64 } from '#domain/steam-id64.ts'
import { requestJson } from '#web/app/api-client.ts'
import { subscribeToBalance } from '#web/app/events.ts'
import { createListeners, onReturn } from '#web/app/subscriptions.ts'
import { readSteamId, rememberedSteamId } from '#web/features/accounts/remembered-player.ts'

/** What the remembered Steam ID has; `kr` is null until the server has answered. */
export interface Balance {
  readonly steamId: SteamId64 | null
  readonly kr: number | null
}

const nobodys: Balance = { steamId: null, kr: 0 }
const { notify, subscribe } = createListeners()
let knownBalance = nobodys
let subscribers = 0
let stopWatching = (): void => undefined
// Answers may overtake each other and what is heard: only that to the latest question counts.
let latestRound = 0

/** The player's Kr, live. Nobody has 0 Kr, and so has a prerendered page. */
export function useBalance(): Balance {
  return useSyncExternalStore(watchBalance, readBalance, () => nobodys)
}

/** Asks the server. What was known stays when it does not answer. */
export async function refreshBalance(): Promise<void> {
  const { steamId } = readBalance()
  if (steamId === null) return
  latestRound += 1
  const round = latestRound
  const view = await requestJson<BalanceView>(`/api/krypto-balance/${steamId}`).catch(() => null)
  if (view !== null && round === latestRound) update(view.balance)
}

/** What is known now; the same object until that changes. */
export function readBalance(): Balance {
  const steamId = readSteamId()
  if (knownBalance.steamId !== steamId) {
    knownBalance = steamId === null ? nobodys : { steamId, kr: null }
    // What was asked about the one before is of no use.
    latestRound += 1
  }
  return knownBalance
}

function update(kr: number): void {
  const { steamId, kr: before } = readBalance()
  if (steamId === null || kr === before) return
  knownBalance = { steamId, kr }
  notify()
}

/** Calls the listener after every change, and keeps the balance up to date meanwhile. */
export function watchBalance(listener: () => void): () => void {
  const leave = subscribe(listener)
  subscribers += 1
  if (subscribers === 1) stopWatching = watchSources()
  return () => {
    leave()
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
      latestRound += 1
      update(kr)
    }),
    rememberedSteamId.subscribe(() => {
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
  /** Which way it went last; null when it has not changed under the player's eyes. */
  readonly change: 'rise' | 'fall' | null
}

/** The balance and its last change. Another player's balance, or the first one, is no change. */
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
