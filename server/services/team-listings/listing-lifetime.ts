import { listingLifetimeDays } from '#domain/team.ts'

const dayMilliseconds = 24 * 60 * 60 * 1000

/** When a listing ends that was made or renewed now. */
export function endOfListing(now: Date): Date {
  return new Date(now.getTime() + listingLifetimeDays * dayMilliseconds)
}
