import { queryOptions } from '@tanstack/react-query'
import { addressOf } from '#contract/endpoint.ts'
import * as contract from '#contract/team.ts'
import type { OwnTeamListing, TeamListing } from '#contract/team.ts'
import type { ListingFilter } from '#domain/team.ts'
import { ApiProblem, call, exchange, parseAnswer } from '#web/app/api-client.ts'
import { queryKeys } from '#web/app/query-client.ts'
import type { PendingChange } from './outbox.ts'

export interface ListingPage {
  readonly listings: readonly TeamListing[]
  /** On all pages together. */
  readonly total: number
  readonly nextAddress: string | null
  /** By the clock of this device, in milliseconds since 1970. All of them were live then. */
  readonly answeredAt: number
}

/** Whether a request is pointless, because the browser reports no network. */
export function isOffline(): boolean {
  return !navigator.onLine
}

export function listAddress(filter: ListingFilter): string {
  return addressOf(contract.listListings, { query: { ...filter } })
}

/** @throws {ApiProblem} */
export async function fetchListingPage(pageAddress: string): Promise<ListingPage> {
  if (isOffline()) throw new ApiProblem('network_error', 0)
  const answer = await exchange(pageAddress, {})
  const listings = parseAnswer(contract.listListings.answer, answer)
  return {
    listings,
    total: Number(answer.headers.get('x-total-count') ?? listings.length),
    nextAddress: nextOf(answer.headers.get('link')),
    answeredAt: Date.now(),
  }
}

export const newestListingsQuery = {
  ...queryOptions({
    queryKey: queryKeys.newestListings,
    queryFn: async () => (await fetchListingPage(contract.listListings.path)).listings,
  }),
  address: contract.listListings.path,
}

/** @throws {ApiProblem} */
export function fetchOwnListings(secret: string | null): Promise<readonly OwnTeamListing[]> {
  return call(contract.listOwnListings, { bearerSecret: secret })
}

export function basisOf({ revision, at }: PendingChange) {
  const secondsAgo = Math.floor((Date.now() - Date.parse(at)) / 1000)
  return {
    ...(revision !== null && { revision }),
    editedSecondsAgo: Math.min(Math.max(secondsAgo, 0), contract.longestEditAgeSeconds),
  }
}

/** Without the origin, because a proxy may have another one than the server's settings. */
function nextOf(link: string | null): string | null {
  const next = /<(?:https?:\/\/[^/>]+)?([^>]+)>\s*;\s*rel="?next"?/.exec(link ?? '')
  return next?.[1] ?? null
}
