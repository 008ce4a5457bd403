import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import type { TeamPreferences } from '#domain/team-match.ts'
import { localText, parseJson } from '#web/app/browser-storage.ts'
import { storedChoices } from './store/stored-listing.ts'
import { useOwnListings } from './store/use-own-listings.ts'

/** The visitor's own languages and hours. They never leave this device. */
const stored = localText('teamHabits')
const storedPreferences = z.object({
  languages: storedChoices.languages,
  usualHours: storedChoices.usualHours,
})

let lastText: string | null = null
let lastPreferences: TeamPreferences | null = null

/** The visitor's stored preferences; null if there are none, and on a prerendered page. */
export function usePreferences(): TeamPreferences | null {
  return useSyncExternalStore(stored.subscribe, readPreferences, () => null)
}

/** Stores the visitor's languages and hours on this device. */
export function savePreferences({ languages, usualHours }: TeamPreferences): void {
  stored.write(JSON.stringify({ languages, usualHours }))
}

/** The stored preferences, the same object until they change; null if there are none. */
export function readPreferences(): TeamPreferences | null {
  const text = stored.read()
  if (text === lastText) return lastPreferences
  lastText = text
  lastPreferences = storedPreferences.safeParse(parseJson(text)).data ?? null
  if (text !== null && lastPreferences === null) warnOfUnreadable()
  return lastPreferences
}

function warnOfUnreadable(): void {
  // oxlint-disable-next-line no-console -- a visitor's own storage is theirs to look into
  console.warn('teamHabits: what is kept could not be read and is ignored')
}

/** The visitor's preferences, else those of their newest listing; null without either. */
export function useKnownPreferences(): TeamPreferences | null {
  const preferences = usePreferences()
  const { listings } = useOwnListings()
  return preferences ?? listings.find(hasPreferences) ?? null
}

function hasPreferences({ languages, usualHours }: TeamPreferences): boolean {
  return languages.length > 0 || usualHours !== null
}
