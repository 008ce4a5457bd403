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
import { readSteamId } from '#web/features/accounts/stored-player.ts'
import { useSignOut } from '#web/app/use-sign-out.ts'

interface WalletControl extends Pick<AnswerControl<Wallet>, 'state' | 'isFetching' | 'refetch'> {
  /** @throws {ApiProblem} */
  readonly loadOlder: () => Promise<void>
}

/** The wallet of a Steam ID, which must not change during the life of the component. */
export function useWallet(steamId: SteamId64): WalletControl {
  const [reader] = useState(() => createWalletReader(steamId))
  const { state, isFetching, refetch, replace } = useAnswer(reader.read)

  useSignOut(refetch)
  useEffect(
    () =>
      subscribeToBalance(() => {
        // These events are about this device's player, not about other players.
        if (readSteamId() === steamId) void refetch()
      }),
    [steamId, refetch],
  )

  const loadOlder = useCallback(async () => {
    const wallet = await reader.readOlder()
    if (!wallet) return
    replace(() => wallet)
    // `replace` has dropped any response under way, so fetch again.
    void refetch()
  }, [reader, replace, refetch])

  return { state, isFetching, refetch, loadOlder }
}

export interface OpenWallet extends Ledger {
  readonly isLocked: false
  /** Kr. */
  readonly balance: number
  readonly skins: readonly OwnedSkinView[]
}

/** A wallet that only another account may read, except for its balance. */
interface LockedWallet {
  readonly isLocked: true
  readonly balance: number
}

type Wallet = OpenWallet | LockedWallet

export interface WalletReader {
  /**
   * The current wallet, with all lines that were read before.
   * @throws {ApiProblem}
   */
  readonly read: () => Promise<Wallet>
  /**
   * The same wallet with older lines, if there are any.
   * @throws {ApiProblem}
   */
  readonly readOlder: () => Promise<OpenWallet | null>
}

/** Reads the wallet of one Steam ID repeatedly and keeps the lines it has read. */
export function createWalletReader(steamId: SteamId64): WalletReader {
  let known: OpenWallet | null = null
  // Responses may overtake each other: only the one to the latest request is kept.
  let latestRequest = 0

  return {
    read: async () => {
      latestRequest += 1
      const request = latestRequest
      const store = (wallet: OpenWallet | null): void => {
        if (request === latestRequest) known = wallet
      }
      try {
        const [newest, { skins }] = await Promise.all([
          fetchTransactions(steamId),
          fetchSkins(steamId),
        ])
        const ledger = withNewest(known, newest)
        const wallet: OpenWallet = { isLocked: false, balance: newest.balance, skins, ...ledger }
        store(wallet)
        return wallet
      } catch (error) {
        if (!(error instanceof ApiProblem && error.code === 'claim_required')) throw error
        store(null)
        return { isLocked: true, ...(await fetchBalance(steamId)) }
      }
    },
    readOlder: async () => {
      const cursor = known?.olderCursor
      if (!cursor) return null
      const older = await fetchTransactions(steamId, cursor)
      // In the meantime the wallet may have been locked, or so many new lines may have come that
      // these no longer follow them.
      if (known?.olderCursor === cursor) known = { ...known, ...withOlder(known, older) }
      return known
    },
  }
}

/** A page's lines of a balance, newest first, without a gap. */
export interface Ledger {
  readonly lines: readonly TransactionView[]
  /** The cursor of the older ones; null if these are all. */
  readonly olderCursor: string | null
}

/** The newest page, followed by the known lines if they connect. Lines never change. */
export function withNewest(known: Ledger | null, newest: TransactionPage): Ledger {
  const fresh = { lines: newest.transactions, olderCursor: newest.nextCursor }
  const last = fresh.lines.at(-1)
  if (known === null || last === undefined) return fresh
  const follows = known.lines.some(({ id }) => id >= last.id)
  if (!follows) return fresh
  const older = known.lines.filter(({ id }) => id < last.id)
  // The fresh page then reaches at least as far back as the known lines.
  return older.length === 0 ? fresh : { ...known, lines: [...fresh.lines, ...older] }
}

/** The known lines, and the page at `olderCursor`. */
export function withOlder(known: Ledger, older: TransactionPage): Ledger {
  const last = known.lines.at(-1)?.id ?? Number.POSITIVE_INFINITY
  return {
    lines: [...known.lines, ...older.transactions.filter(({ id }) => id < last)],
    olderCursor: older.nextCursor,
  }
}

/**
 * The lines of a balance, newest first; with a cursor the older ones after it. Fails with
 * `claim_required` if only another account may read them.
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
 * Opens Steam's own page; the player comes back to `/wallet?claim=…`.
 * @throws {ApiProblem}
 */
export async function startSteamClaim(): Promise<void> {
  const { url } = await requestJson<StartSteamClaimAnswer>('/api/steam-claims', { body: {} })
  location.assign(url)
}
