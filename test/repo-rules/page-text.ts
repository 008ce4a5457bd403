const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#x27': "'",
  '#39': "'",
}

/**
 * The words of a rendered page without its header and footer, with one plain space for all white
 * space, so that numbers match however their thousands are separated.
 * @throws when the page has no main part.
 */
export function readMainText(html: string): string {
  const main = /<main\b.*<\/main>/s.exec(html)?.[0]
  if (main === undefined) throw new Error('the page has no <main>')
  return main
    .replaceAll(/<(script|style)\b.*?<\/\1>/gs, ' ')
    .replaceAll(/<\/?(?:a|em|strong|code)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&([#\w]+);/g, (entity, name: string) => entities[name] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim()
}
