/**
 * A player's text as it is, where Discord reads Markdown. Line breaks could begin a list or a quote,
 * and direction marks could disguise a name.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/[\\*_~`|>#[\]()<@:-]/g, '\\$&')
}

/** A time that Discord shows in the reader's own time zone and language. */
export function discordTime(time: Date | string, style: 'R' | 'f' | 'd'): string {
  return `<t:${Math.floor(new Date(time).getTime() / 1000)}:${style}>`
}
