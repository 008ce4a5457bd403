/**
 * Whether two texts name the same account at Discord: case, an @ before it and the #0 that old
 * programs write behind it say nothing. A display name can be anybody's, so it never counts.
 */
export function isSameDiscordName(one: string, other: string): boolean {
  const name = accountName(one)
  return name !== '' && name === accountName(other)
}

function accountName(text: string): string {
  return text.trim().replace(/^@/, '').replace(/#0$/, '').toLowerCase()
}
