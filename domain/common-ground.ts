import type { ListingFields, SpokenLanguage } from './team-listings.ts'
import { sharedHours, type DayStretch } from './usual-hours.ts'

/** What of a player can be shared with others. */
export type Habits = Pick<ListingFields, 'languages' | 'usualHours'>

/** What two players share. */
export interface CommonGround {
  readonly languages: readonly SpokenLanguage[]
  /** When both play, by the clock of the place that was asked for. */
  readonly hours: readonly DayStretch[]
}

/** What a player and the maker of a listing share, by the clock of a place at a time (ms since 1970). */
export function commonGround(
  habits: Habits,
  listing: Habits,
  timeZone: string,
  timeMs: number,
): CommonGround {
  return {
    languages: listing.languages.filter((language) => habits.languages.includes(language)),
    hours:
      habits.usualHours === null || listing.usualHours === null
        ? []
        : sharedHours(habits.usualHours, listing.usualHours, timeZone, timeMs),
  }
}
