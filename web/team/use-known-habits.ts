import type { Habits } from '#domain/common-ground.ts'
import { useHabits } from './habits.ts'
import { useOwnListings } from './use-own-listings.ts'

/** What the visitor said of himself, or else what his newest listing says; null where neither does. */
export function useKnownHabits(): Habits | null {
  const habits = useHabits()
  const { listings } = useOwnListings()
  return habits ?? listings.find(saysSomething) ?? null
}

function saysSomething({ languages, usualHours }: Habits): boolean {
  return languages.length > 0 || usualHours !== null
}
