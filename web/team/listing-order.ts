import type { TeamListing } from '#contract/team-listings.ts'

type Placed = Pick<TeamListing, 'id' | 'createdAt'>

/** The newest first, as the server orders them. */
export function byNewest(one: Placed, other: Placed): number {
  return compare(other.createdAt, one.createdAt) || compare(other.id, one.id)
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
