/** A pattern for texts that contain this one. What a person types means itself, not a pattern. */
export function containing(text: string): string {
  return `%${escapeWildcards(text)}%`
}

/** A pattern for texts that begin with this one. */
export function beginningWith(text: string): string {
  return `${escapeWildcards(text)}%`
}

function escapeWildcards(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}
