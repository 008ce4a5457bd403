import { useCallback, useEffect, useState } from 'react'
import type {
  BalanceView,
  OwnedSkinList,
  OwnedSkinView,
  StartSteamClaimAnswer,
  SteamClaimsView,
  TransactionPage,
  TransactionView,
} from '#contract/kryptonite.ts'
import type { SteamId64 } from '#domain/steam-id.ts'
import { ApiProblem, requestJson } from '#web/app/api-client.ts'
import { subscribeToBalance } from '#web/app/events.ts'
import { useAnswer, type AnswerControl } from '#web/app/use-answer.ts'
import { readSteamId } from '#web/features/accounts/remembered-player.ts'
import { useSignOut } from '#web/app/use-sign-out.ts'

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

export interface OpenWallet extends Ledger {
  readonly isLocked: false
  /** Kr. */
  readonly balance: number
  readonly skins: readonly OwnedSkinView[]
}

/** What is another account's to read, but for its balance. */
interface LockedWallet {
  readonly isLocked: true
  readonly balance: number
}

type Wallet = OpenWallet | LockedWallet

export interface WalletReader {
  /**
   * The wallet as it is now, with all lines that were read before.
   * @throws {ApiProblem}
   */
  readonly read: () => Promise<Wallet>
  /**
   * The same wallet with older lines, where it has some.
   * @throws {ApiProblem}
   */
  readonly readOlder: () => Promise<OpenWallet | null>
}

/** Reads the wallet of one Steam ID again and again and remembers what it has read. */
export function createWalletReader(steamId: SteamId64): WalletReader {
  let known: OpenWallet | null = null
  // Answers may overtake each other: only that to the latest question is remembered.
  let latestRound = 0

  return {
    read: async () => {
      latestRound += 1
      const round = latestRound
      const remember = (wallet: OpenWallet | null): void => {
        if (round === latestRound) known = wallet
      }
      try {
        const [newest, { skins }] = await Promise.all([
          fetchTransactions(steamId),
          fetchSkins(steamId),
        ])
        const ledger = withNewest(known, newest)
        const wallet: OpenWallet = { isLocked: false, balance: newest.balance, skins, ...ledger }
        remember(wallet)
        return wallet
      } catch (error) {
        if (!(error instanceof ApiProblem && error.code === 'claim_required')) throw error
        remember(null)
        return { isLocked: true, ...(await fetchBalance(steamId)) }
      }
    },
    readOlder: async () => {
      const cursor = known?.olderCursor
      if (!cursor) return null
      const older = await fetchTransactions(steamId, cursor)
      // Meanwhile a lock may have come, or so many newer lines that these no longer join them.
      if (known?.olderCursor === cursor) known = { ...known, ...withOlder(known, older) }
      return known
    },
  }
}

/** The lines that a page has of a balance, newest first, without a gap. */
export interface Ledger {
  readonly lines: readonly TransactionView[]
  /** Where the older ones begin; null when these are all. */
  readonly olderCursor: string | null
}

/** The newest page, and of what was known before whatever follows it. Lines never change. */
export function withNewest(known: Ledger | null, newest: TransactionPage): Ledger {
  const fresh = { lines: newest.transactions, olderCursor: newest.nextCursor }
  const last = fresh.lines.at(-1)
  if (known === null || last === undefined) return fresh
  const follows = known.lines.some(({ id }) => id >= last.id)
  if (!follows) return fresh
  const older = known.lines.filter(({ id }) => id < last.id)
  // Without older ones the fresh page ends where the known lines ended, or further down.
  return older.length === 0 ? fresh : { ...known, lines: [...fresh.lines, ...older] }
}

/** What is known, and the page that `olderCursor` led to. */
export function withOlder(known: Ledger, older: TransactionPage): Ledger {
  const last = known.lines.at(-1)?.id ?? Number.POSITIVE_INFINITY
  return {
    lines: [...known.lines, ...older.transactions.filter(({ id }) => id < last)],
    olderCursor: older.nextCursor,
  }
}

/**
 * The lines of a balance, newest first; with the cursor of a page the older ones after it.
 * `claim_required` when they are for another account's eyes.
 * @throws {ApiProblem}
 */
function fetchTransactions(steamId: SteamId64, cursor?: string): Promise<TransactionPage> {
  const query = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`
  return requestJson(`/api/krypto-transactions/${steamId}${query}`)
}

/** @throws {ApiProblem} */
function fetchSkins(steamId: SteamId64): Promise<OwnedSkinList> {
  return requestJson(`/api/skin-purchases/${steamId}`)
}

/** @throws {ApiProblem} */
function fetchBalance(steamId: SteamId64): Promise<BalanceView> {
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
