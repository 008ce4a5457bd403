import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import type { TeamPreferences } from '#domain/team-match.ts'
import { storedValue } from './store/stored-list.ts'
import { storedChoices } from './store/stored-listing.ts'

/** The visitor's own languages and hours. They never leave this device. */
const stored = storedValue<TeamPreferences>(
  'teamHabits',
  z.object({ languages: storedChoices.languages, usualHours: storedChoices.usualHours }),
)

/** The visitor's stored preferences; null if there are none, and on the server. */
export function usePreferences(): TeamPreferences | null {
  return useSyncExternalStore(stored.subscribe, readPreferences, () => null)
}

export function savePreferences({ languages, usualHours }: TeamPreferences): void {
  stored.write(JSON.stringify({ languages, usualHours }))
}

/** Stores the languages and hours of the newest listing that has any, unless this device has its own. */
export function adoptPreferences(listings: readonly TeamPreferences[]): void {
  const newest = listings.find(
    ({ languages, usualHours }) => languages.length > 0 || usualHours !== null,
  )
  if (newest && readPreferences() === null) savePreferences(newest)
}

/** The stored preferences, the same object until they change; null if there are none. */
export const readPreferences = stored.read
