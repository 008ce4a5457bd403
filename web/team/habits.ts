import { useSyncExternalStore } from 'react'
import type { Habits } from '#domain/common-ground.ts'
import { mostSpokenLanguages, spokenLanguages } from '#domain/team-listings.ts'
import { localText } from '#web/storage/local-text.ts'
import { readChoices, readUsualHours } from './read-choices.ts'

/** The visitor's own languages and hours. They never leave this device. */
const stored = localText('teamHabits')

let lastText: string | null = null
let lastHabits: Habits | null = null

/** What the visitor said of himself; null where he said nothing, and on a prerendered page. */
export function useHabits(): Habits | null {
  return useSyncExternalStore(stored.subscribe, readHabits, () => null)
}

/** Keeps the visitor's languages and hours on this device. */
export function keepHabits({ languages, usualHours }: Habits): void {
  stored.write(JSON.stringify({ languages, usualHours }))
}

/** What this device keeps, the same object as long as the same is kept; null where there is nothing to read. */
export function readHabits(): Habits | null {
  const text = stored.read()
  if (text === lastText) return lastHabits
  lastText = text
  lastHabits = text === null ? null : parseHabits(text)
  if (text !== null && lastHabits === null) warnOfUnreadable()
  return lastHabits
}

function warnOfUnreadable(): void {
  // oxlint-disable-next-line no-console -- a visitor's own storage is theirs to look into
  console.warn('teamHabits: what is kept could not be read and is ignored')
}

function parseHabits(text: string): Habits | null {
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
