import { useSyncExternalStore } from 'react'
import type { BalanceView } from '#contract/kryptonite.ts'
import type { SteamId64 } from '#domain/steam-id64.ts'
import { requestJson } from '#web/api/client.ts'
import { createListeners } from '#web/listeners.ts'
import { onReturn } from '#web/on-return.ts'
import { subscribeToBalance } from '#web/realtime.ts'
import { readSteamId, rememberedSteamId } from '#web/storage/remembered-player.ts'

/** What the remembered Steam ID has; `kr` is null until the server has answered. */
export interface Balance {
  readonly steamId: SteamId64 | null
  readonly kr: number | null
}

const nobodys: Balance = { steamId: null, kr: 0 }
const { notify, subscribe } = createListeners()
let balance = nobodys
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
  if (balance.steamId !== steamId) {
    balance = steamId === null ? nobodys : { steamId, kr: null }
    // What was asked about the one before is of no use.
    latestRound += 1
  }
  return balance
}

function update(kr: number): void {
  const { steamId, kr: before } = readBalance()
  if (steamId === null || kr === before) return
  balance = { steamId, kr }
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
