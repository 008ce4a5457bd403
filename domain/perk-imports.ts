import { latestEndMs, type GrantTerm } from './perks.ts'
import { parseSteamId, type SteamId64, type SteamIdProblem } from './steam-id.ts'

/**
 * Why a line is not imported. `steam64_column_missing`: no line is, because the header has no such
 * column. `already_ours`: the shop added it itself. `not_looked_up_yet`: this request could not look
 * up whose it is, but a later one can. `unknown_player`: the other program knows no Steam ID for it.
 */
export type RefusalReason =
  | SteamIdProblem
  | 'steam_id_mangled'
  | 'steam64_column_missing'
  | 'unknown_perk'
  | 'until_unrecognised'
  | 'already_over'
  | 'after_2100'
  | 'no_end'
  | 'already_ours'
  | 'not_looked_up_yet'
  | 'unknown_player'

export interface RefusedLine {
  /** Counts from 1, a header included. */
  readonly line: number
  readonly reason: RefusalReason
}

export interface ImportRow {
  readonly line: number
  readonly steamId: SteamId64
  readonly perk: string
  /** Its own end, in milliseconds since 1970; null without one. */
  readonly untilMs: number | null
  readonly note: string | null
  /** The id of its entry where it was read, if entries have ids there. */
  readonly entryId?: string
}

/** A list of players and their perks, as it was read. */
export interface ImportList {
  readonly rows: readonly ImportRow[]
  readonly refused: readonly RefusedLine[]
}

// As it reads in latin1, one character per byte. Elsewhere it counts as a space.
const byteOrderMark = '\u00EF\u00BB\u00BF'

/**
 * The words of a `priority.txt`, whatever separates them, and where each stands. A comment runs from
 * `//` or `#` to the end of its line.
 */
export function wordsOfPriorityFile(
  text: string,
): readonly { readonly word: string; readonly start: number }[] {
  const tokens = text.matchAll(/^\u00EF\u00BB\u00BF|(?:\/\/|#)[^\r\n]*|(?:(?!\/\/)[^\s;,#])+/g)
  return [...tokens].flatMap(({ 0: word, index: start }) =>
    word === byteOrderMark || /^(?:\/\/|#)/.test(word) ? [] : [{ word, start }],
  )
}

/** Reads a `priority.txt`: each Steam ID once, and the lines with unknown words. */
export function readPriorityText(text: string): ImportList {
  const rows = new Map<string, ImportRow>()
  const refused = new Map<number, RefusedLine>()
  let line = 1
  let countedTo = 0
  for (const { word, start } of wordsOfPriorityFile(text)) {
    line += countLineBreaks(text.slice(countedTo, start))
    countedTo = start
    const parsed = parseSteamId(word)
    if (parsed.ok) {
      const steamId = parsed.steamId64
      const row = { line, steamId, perk: 'priority_queue', untilMs: null, note: null }
      if (!rows.has(steamId)) rows.set(steamId, row)
    } else if (isMangled(word)) refused.set(line, { line, reason: 'steam_id_mangled' })
    else if (!refused.has(line)) refused.set(line, { line, reason: 'steam_id_unrecognised' })
  }
  return { rows: [...rows.values()], refused: [...refused.values()] }
}

const columns = ['steam64', 'perk', 'until', 'note']

/**
 * Reads a CSV with the columns `steam64,perk,until,note`, in any order if a header names them, and
 * separated by commas, semicolons or tabs. `until` is a date or time of ISO 8601, in UTC if it names
 * no zone.
 */
export function readCsv(text: string): ImportList {
  const lines = readCells(text.replace(/^\uFEFF/, '')).filter(({ cells }) =>
    cells.some((cell) => cell !== ''),
  )
  const { line: first, cells: titles } = lines[0] ?? { line: 1, cells: [] }
  const names = titles.map((cell) => cell.toLowerCase())
  const hasHeader = names.includes('steam64')
  if (!hasHeader && isHeader(names)) {
    return { rows: [], refused: [{ line: first, reason: 'steam64_column_missing' }] }
  }
  const places = columns.map((name) => (hasHeader ? names : columns).indexOf(name))
  const rows: ImportRow[] = []
  const refused: RefusedLine[] = []
  for (const { line, cells } of lines.slice(hasHeader ? 1 : 0)) {
    const [steam64 = '', perk = '', until = '', note = ''] = places.map((place) => cells[place])
    const parsed = parseSteamId(steam64)
    const untilMs = parseUntil(until)
    if (isMangled(steam64) || isMangled(cells.slice(places[0], (places[0] ?? 0) + 2).join(','))) {
      refused.push({ line, reason: 'steam_id_mangled' })
    } else if (!parsed.ok) refused.push({ line, reason: parsed.problem })
    else if (untilMs === undefined) refused.push({ line, reason: 'until_unrecognised' })
    else rows.push({ line, steamId: parsed.steamId64, perk, untilMs, note: readNote(note) })
  }
  return { rows, refused }
}

/** Whether the cells of a first line without `steam64` are names of columns, and not a player's. */
function isHeader(names: readonly string[]): boolean {
  const hasDigits = names.some((name) => /\d{3}/.test(name))
  return (
    !hasDigits &&
    names.some((name) => columns.includes(name) || /^steam[\s_-]*(?:id|64)/.test(name))
  )
}

interface ImportRules {
  readonly nowMs: number
  readonly isPerk: (perk: string) => boolean
  /** Whether the shop added it itself to the list that is imported. */
  readonly isOwn?: (row: ImportRow) => boolean
  /** For lines without an end of their own. */
  readonly fallback: GrantTerm | null
}

export interface AcceptedRow extends ImportRow {
  readonly term: GrantTerm
}

/** What can be granted of a list. A repeated line changes nothing. */
export function acceptRows(
  { rows, refused }: ImportList,
  { nowMs, isPerk, isOwn, fallback }: ImportRules,
): { readonly accepted: readonly AcceptedRow[]; readonly refused: readonly RefusedLine[] } {
  const accepted = new Map<string, AcceptedRow>()
  const all = [...refused]
  for (const row of rows) {
    const { line, steamId, perk, untilMs } = row
    const term = untilMs === null ? fallback : ({ kind: 'until', untilMs } as const)
    const key = `${steamId} ${perk} ${untilMs}`
    if (!isPerk(perk)) all.push({ line, reason: 'unknown_perk' })
    else if (!term) all.push({ line, reason: 'no_end' })
    else if (term.kind === 'until' && term.untilMs <= nowMs) {
      all.push({ line, reason: 'already_over' })
    } else if (term.kind === 'until' && term.untilMs > latestEndMs) {
      all.push({ line, reason: 'after_2100' })
    } else if (isOwn?.(row)) all.push({ line, reason: 'already_ours' })
    else if (!accepted.has(key)) accepted.set(key, { ...row, term })
  }
  return {
    accepted: [...accepted.values()],
    refused: all.toSorted((one, other) => one.line - other.line),
  }
}

/** What a spreadsheet makes of a Steam ID that it takes for a number: `7,65612E+16`. */
function isMangled(word: string): boolean {
  return /^\d+(?:[.,]\d+)?E\+?\d+$/i.test(word)
}

function countLineBreaks(text: string): number {
  return text.match(/\r\n?|\n/g)?.length ?? 0
}

interface CsvLine {
  readonly line: number
  readonly cells: readonly string[]
}

/** A cell in quotes may hold separators, line breaks and, doubled, quotes. */
function readCells(text: string): readonly CsvLine[] {
  const separator = separatorOf(text)
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^${separator}\r\n]*))(${separator}|\r\n?|\n|$)`,
    'g',
  )
  const lines: CsvLine[] = []
  let line = 1
  let breaks = 0
  let cells: string[] = []
  for (const [whole, quoted, plain = '', end] of text.matchAll(cell)) {
    cells.push((quoted?.replaceAll('""', '"') ?? plain).trim())
    breaks += countLineBreaks(whole)
    if (end === separator) continue
    lines.push({ line, cells })
    cells = []
    line += breaks
    breaks = 0
  }
  return lines
}

/** The separator that occurs most often in the first line. */
function separatorOf(text: string): string {
  const [firstLine = ''] = /^[^\r\n]*/.exec(text) ?? []
  const count = (separator: string) => firstLine.split(separator).length
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0] ?? ','
}

const isoTime =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?) ?(Z|[+-]\d{2}:\d{2})?)?$/i

/** Milliseconds since 1970; null for an empty cell, undefined when it is not a time. */
function parseUntil(text: string): number | null | undefined {
  if (text === '') return null
  const [, date = '', time = '00:00', zone = 'Z'] = isoTime.exec(text) ?? []
  const midnight = Date.parse(`${date}T00:00Z`)
  const isRealDay =
    !Number.isNaN(midnight) && new Date(midnight).toISOString().slice(0, 10) === date
  const untilMs = isRealDay ? Date.parse(`${date}T${time}${zone.toUpperCase()}`) : Number.NaN
  return Number.isNaN(untilMs) ? undefined : untilMs
}

const longestNote = 200

/** The note without characters that the database refuses, or that could disguise the text beside it. */
export function readNote(text: string): string | null {
  const note = text.replaceAll(/[\p{Cc}\p{Cs}\p{Bidi_Control}\s]+/gu, ' ').trim()
  return Array.from(note).slice(0, longestNote).join('') || null
}
