import { useSyncExternalStore } from 'react'
import type { TeamPreferences } from '#domain/team-match.ts'
import { mostSpokenLanguages, spokenLanguages } from '#domain/team.ts'
import { localText } from '#web/app/browser-storage.ts'
import { readChoices, readUsualHours } from './store/stored-listing.ts'
import { useOwnListings } from './store/use-own-listings.ts'

/** The visitor's own languages and hours. They never leave this device. */
const stored = localText('teamHabits')

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
  lastPreferences = text === null ? null : parsePreferences(text)
  if (text !== null && lastPreferences === null) warnOfUnreadable()
  return lastPreferences
}

function warnOfUnreadable(): void {
  // oxlint-disable-next-line no-console -- a visitor's own storage is theirs to look into
  console.warn('teamHabits: what is kept could not be read and is ignored')
}

function parsePreferences(text: string): TeamPreferences | null {
  const { languages, usualHours } = recordOf(parseJson(text))
  const hours = readUsualHours(usualHours)
  if (!Array.isArray(languages) || (usualHours !== null && hours === null)) return null
  return {
    languages: readChoices(languages, spokenLanguages, mostSpokenLanguages),
    usualHours: hours,
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
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
