import { useCallback, useEffect, useState } from 'react'
import type { SteamId64 } from '#domain/steam-id.ts'
import { useAnswer, type AnswerControl } from '#web/api/use-answer.ts'
import { useSignOut } from '#web/orders/use-sign-out.ts'
import { subscribeToBalance } from '#web/realtime.ts'
import { readSteamId } from '#web/storage/remembered-player.ts'
import { createWalletReader, type Wallet } from './wallet-reader.ts'

interface WalletControl extends Pick<AnswerControl<Wallet>, 'state' | 'isAsking' | 'askAgain'> {
  /** @throws {ApiProblem} */
  readonly loadOlder: () => Promise<void>
}

/** The wallet of a Steam ID, which stays the same for the life of the component. */
export function useWallet(steamId: SteamId64): WalletControl {
  const [reader] = useState(() => createWalletReader(steamId))
  const { state, isAsking, askAgain, replace } = useAnswer(reader.read)

  useSignOut(askAgain)
  useEffect(
    () =>
      subscribeToBalance(() => {
        // Heard is the balance of this device's player, not of anybody else who is looked at.
        if (readSteamId() === steamId) void askAgain()
      }),
    [steamId, askAgain],
  )

  const loadOlder = useCallback(async () => {
    const wallet = await reader.readOlder()
    if (!wallet) return
    replace(() => wallet)
    // News that were on their way have been dropped by that.
    void askAgain()
  }, [reader, replace, askAgain])

  return { state, isAsking, askAgain, loadOlder }
}
