/**
 * A provider's text without what PostgreSQL refuses: zero characters, and halves of the pairs that
 * stand for one character in UTF-16.
 */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** The beginning of a text, which ends with a whole character. */
export function cutText(text: string, mostCharacters: number): string {
  return text.slice(0, mostCharacters).replace(/\p{Cs}$/u, '')
}

/** How JSON names such characters. */
const refusedEscape = /\\u(?:0000|d[89a-f])/i

/** Parses a provider's JSON, with clean texts; undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return refusedEscape.test(text) ? JSON.parse(text, cleanMember) : JSON.parse(text)
  } catch {
    return undefined
  }
}

function cleanMember(_: string, value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [cleanText(name), one]))
}

/**
 * A text as Discord shows it literally. Line breaks could begin a list or a quote, and direction marks
 * could disguise a name.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/[\\*_~`|>#[\]()<@:-]/g, '\\$&')
}
