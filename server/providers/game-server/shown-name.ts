const longestName = 100

/** What can be shown of a name: control characters no database takes, direction marks disguise. */
export function shownName(name: string): string {
  const cleaned = name.replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}\s]+/gu, ' ').trim()
  return Array.from(cleaned).slice(0, longestName).join('').trim()
}
