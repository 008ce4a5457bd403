import { wordsOfPriorityFile } from '#domain/perk-imports.ts'
import { isSteamId64, type SteamId64 } from '#domain/steam-id64.ts'

/**
 * How ids that we add are separated. `semicolon`: `a;b;c` on one line, as most programs for DayZ
 * write it. `lines`: one per line.
 */
export type PriorityFileFormat = 'semicolon' | 'lines'

interface FoundId {
  readonly id: SteamId64
  /** Where it stands in the text. */
  readonly start: number
  readonly end: number
}

// As it reads in latin1, one character per byte.
const byteOrderMark = '\u00EF\u00BB\u00BF'

/** The Steam IDs in a `priority.txt`, whatever separates them; a comment runs from `//` or `#` to the end of its line. */
export function idsInFile(text: string): ReadonlySet<SteamId64> {
  return new Set(findIds(text).map(({ id }) => id))
}

/** What stands in a `priority.txt` outside of comments and is no Steam ID. */
export function otherWordsInFile(text: string): readonly string[] {
  return wordsOfPriorityFile(text).flatMap(({ word }) => (isSteamId64(word) ? [] : [word]))
}

function findIds(text: string): readonly FoundId[] {
  return wordsOfPriorityFile(text).flatMap(({ word: id, start }) =>
    isSteamId64(id) ? [{ id, start, end: start + id.length }] : [],
  )
}

/**
 * The text of the file after our changes: without the ids of `remove`, and with those of `add` at
 * its end. Everything else stays byte for byte, whoever wrote it. Returns the text itself when there
 * is nothing to change.
 */
export function changeFile(
  text: string,
  changes: { readonly remove: ReadonlySet<SteamId64>; readonly add: readonly SteamId64[] },
  format: PriorityFileFormat,
): string {
  const kept = withoutIds(text, changes.remove)
  const present = idsInFile(kept)
  const missing = changes.add.filter((id) => !present.has(id))
  if (missing.length === 0) return kept
  const lineBreak = kept.includes('\r\n') ? '\r\n' : '\n'
  const separator = format === 'lines' ? lineBreak : ';'
  return kept + lead(kept, separator, lineBreak) + missing.join(separator)
}

/** Cuts ids out, each with the separator behind it: the one before it may be somebody else's. */
function withoutIds(text: string, remove: ReadonlySet<SteamId64>): string {
  let kept = ''
  let keptTo = 0
  for (const { id, start, end } of findIds(text)) {
    if (!remove.has(id)) continue
    kept += text.slice(keptTo, start)
    keptTo = end + (/^(?:[;,]|\r?\n)/.exec(text.slice(end, end + 2))?.[0].length ?? 0)
  }
  return kept + text.slice(keptTo)
}

/** What separates our first id from the text before it; an id in a comment would not count. */
function lead(text: string, separator: string, lineBreak: string): string {
  const lastLine = text.slice(text.lastIndexOf('\n') + 1)
  if (lastLine.trim() === '' || lastLine === byteOrderMark) return ''
  if (/\/\/|#/.test(lastLine)) return lineBreak
  return separator === ';' && /[;,]\s*$/.test(lastLine) ? '' : separator
}
