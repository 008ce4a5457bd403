import { sql, type RawBuilder } from 'kysely'
import { ServiceError } from './service-error.ts'

const rowsPerPage = 50
/** One more tells whether there is a next page. */
export const rowsToFetch = rowsPerPage + 1

export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly nextCursor: string | null
}

/** What was found, as a page; the cursor says where the next one begins. */
export function toPage<Row>(found: readonly Row[], writeCursor: (last: Row) => string): Page<Row> {
  const rows = found.slice(0, rowsPerPage)
  const last = rows.at(-1)
  return { rows, nextCursor: last && found.length > rowsPerPage ? writeCursor(last) : null }
}

/** Where a page of a list ends: the time of its last row, in microseconds since 1970, and its id. */
interface TimePosition {
  readonly microseconds: number
  readonly id: string
}

const timeCursorShape = /^(\d{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The time of a row; the database's times are finer than JavaScript's: what is rounded would skip rows. */
export function microsecondsOf(timeColumn: string): RawBuilder<number> {
  return sql<number>`(extract(epoch from ${sql.ref(timeColumn)}) * 1000000)::bigint`
}

/**
 * Whether a row comes after the cursor of the page before, the newest first. Refuses a cursor that
 * we did not write with `validation_failed`.
 */
export function isAfterCursor(
  timeColumn: string,
  idColumn: string,
  cursor: string,
): RawBuilder<boolean> {
  const { microseconds, id } = readCursor(cursor)
  return sql<boolean>`(${sql.ref(timeColumn)}, ${sql.ref(idColumn)})
    < (timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond', ${id}::uuid)`
}

export function writeTimeCursor({ microseconds, id }: TimePosition): string {
  return `${microseconds}.${id}`
}

function readCursor(cursor: string): TimePosition {
  const [, microseconds, id] = timeCursorShape.exec(cursor) ?? []
  if (microseconds === undefined || id === undefined) throw invalidCursor()
  return { microseconds: Number(microseconds), id }
}

/** What a list says to a cursor that is none of its own. */
export function invalidCursor(): ServiceError {
  const message = 'This is no cursor of ours.'
  return new ServiceError('validation_failed', {
    errors: [{ path: 'cursor', code: 'invalid_cursor', message }],
  })
}

/** The id that the page before ended with. Refuses what is none with `validation_failed`. */
export function readNumberCursor(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) throw invalidCursor()
  return Number(cursor)
}

/** Whether a row with `steam_id` and `discord_username` is of the player whom a search means. */
export function matchesPlayer(search: string): RawBuilder<boolean> {
  if (isSteamId(search)) return sql<boolean>`steam_id = ${search}`
  const part = containing(search)
  // Who types digits may mean either.
  return /^\d+$/.test(search)
    ? sql<boolean>`(steam_id like ${part} or discord_username ilike ${part})`
    : sql<boolean>`discord_username ilike ${part}`
}

/** A whole one names a player and nothing else, and has an index. */
export function isSteamId(search: string): boolean {
  return /^7656\d{13}$/.test(search)
}

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
