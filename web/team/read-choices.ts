import type { UsualHours } from '#domain/team-listings.ts'
import { haveLength } from '#domain/usual-hours.ts'

/** What of a stored value is among the choices, each once, at most so many; nothing for no list. */
export function readChoices<Choice extends string>(
  value: unknown,
  choices: readonly Choice[],
  most: number,
): readonly Choice[] {
  if (!Array.isArray(value)) return []
  const chosen = value.flatMap((item) => choices.find((choice) => choice === item) ?? [])
  return [...new Set(chosen)].slice(0, most)
}

/** Stored usual hours; null where there are none or they are unreadable. */
export function readUsualHours(value: unknown): UsualHours | null {
  if (typeof value !== 'object' || value === null) return null
  const { from, to, timeZone }: Record<string, unknown> = { ...value }
  if (!isHour(from) || !isHour(to) || typeof timeZone !== 'string') return null
  const hours = { from, to, timeZone }
  return haveLength(hours) ? hours : null
}

function isHour(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 23
}
