import type { OwnedSkinView } from '#contract/kryptonite.ts'
import type { SteamId64 } from '#domain/steam-id.ts'
import { ApiProblem } from '#web/api/client.ts'
import { withNewest, withOlder, type Ledger } from './ledger.ts'
import { fetchBalance, fetchSkins, fetchTransactions } from './wallet-api.ts'

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

export type Wallet = OpenWallet | LockedWallet

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
