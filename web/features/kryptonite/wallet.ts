import { infiniteQueryOptions, useInfiniteQuery, type QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { BalanceView, TransactionPage, TransactionView } from '#contract/kryptonite.ts'
import type { OwnedSkinView } from '#contract/skins.ts'
import type { SteamId64 } from '#domain/steam-id.ts'
import { ApiProblem, call } from '#web/app/api-client.ts'
import {
  queryClient,
  queryKeys,
  refetchAfterChange,
  requestsEnded,
  useShownQuery,
  type ServerData,
} from '#web/app/query-client.ts'
import { onReturn } from '#web/app/subscriptions.ts'
import { fetchBalance } from './balance.ts'

interface WalletControl extends Pick<ServerData<Wallet>, 'state' | 'isFetching' | 'refetch'> {
  /** @throws {ApiProblem} */
  readonly loadOlder: () => Promise<void>
}

/** The wallet of a Steam ID, which must not change during the life of the component. */
export function useWallet(steamId: SteamId64): WalletControl {
  const query = useInfiniteQuery(walletQuery(steamId), queryClient)
  useEffect(() => onReturn(() => void refetchAfterChange(queryKeys.wallet(steamId))), [steamId])
  return {
    ...useShownQuery(query),
    loadOlder: async () => {
      // It would drop a refetch under way, and what that brings.
      await requestsEnded(queryKeys.wallet(steamId))
      await query.fetchNextPage({ cancelRefetch: false, throwOnError: true })
    },
  }
}

/** A refetch loads all loaded pages again, each from the end of the one before, so no line is missing. */
export function walletQuery(steamId: SteamId64) {
  return infiniteQueryOptions<WalletPage, ApiProblem, Wallet, QueryKey, string | null>({
    queryKey: queryKeys.wallet(steamId),
    queryFn: ({ pageParam }) => fetchWalletPage(steamId, pageParam),
    initialPageParam: null,
    getNextPageParam: (page) => (page.isLocked ? null : page.nextCursor),
    select: ({ pages }) => toWallet(pages),
    // `useWallet` refetches on a return, and not every page of a long list.
    refetchOnWindowFocus: false,
  })
}

export interface OpenWallet {
  readonly isLocked: false
  /** Kr. */
  readonly balance: number
  readonly skins: readonly OwnedSkinView[]
  /** Newest first. */
  readonly lines: readonly TransactionView[]
  readonly hasOlder: boolean
}

/** A wallet that only another account may read, except for its balance. */
interface LockedWallet extends BalanceView {
  readonly isLocked: true
}

type Wallet = OpenWallet | LockedWallet

interface OpenPage extends TransactionPage, Pick<OpenWallet, 'skins'> {
  readonly isLocked: false
}

type WalletPage = OpenPage | LockedWallet

/** Lines, newest first, with the skins on the first page; with a cursor the older ones after it. */
async function fetchWalletPage(steamId: SteamId64, cursor: string | null): Promise<WalletPage> {
  try {
    const [lines, { skins }] = await Promise.all([
      call(
        import('#contract/kryptonite.ts').then(({ listTransactions }) => listTransactions),
        { params: { steamId }, query: { cursor } },
      ),
      cursor === null ? fetchSkins(steamId) : { skins: [] },
    ])
    return { isLocked: false, ...lines, skins }
  } catch (error) {
    if (!(error instanceof ApiProblem && error.code === 'claim_required')) throw error
    return { isLocked: true, ...(await fetchBalance(steamId)) }
  }
}

const fetchSkins = (steamId: SteamId64) =>
  call(
    import('#contract/skins.ts').then(({ listOwnedSkins }) => listOwnedSkins),
    { params: { steamId } },
  )

function toWallet(pages: readonly WalletPage[]): Wallet {
  // One that was locked while older lines were loaded shows none of them any more.
  const locked = pages.find((page) => page.isLocked)
  if (locked) return locked
  const open = pages.filter((page) => !page.isLocked)
  return {
    isLocked: false,
    balance: open[0]?.balance ?? 0,
    skins: open[0]?.skins ?? [],
    lines: open.flatMap(({ transactions }) => transactions),
    hasOlder: (open.at(-1)?.nextCursor ?? null) !== null,
  }
}
