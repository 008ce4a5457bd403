import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { invalidField, type ServiceError } from './service-error.ts'

const rowsPerPage = 50
/** One more row shows whether there is a next page. */
export const rowsToFetch = rowsPerPage + 1

export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly nextCursor: string | null
}

/** Cuts the found rows to a page, with the cursor of the next one. */
export function toPage<Row>(
  found: readonly Row[],
  writeCursor: (last: Row) => string,
  size = rowsPerPage,
): Page<Row> {
  const rows = found.slice(0, size)
  const last = rows.at(-1)
  return { rows, nextCursor: last && found.length > size ? writeCursor(last) : null }
}

/**
 * The rows of a query for `toPage` and `writeTimeCursor`: the newest first, after the previous
 * page's last one. Refuses an invalid cursor with `validation_failed`.
 */
export function newestFirst<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  [timeColumn, idColumn]: readonly [string, string],
  cursor: string | undefined,
  size = rowsPerPage,
) {
  const rest =
    cursor === undefined ? query : query.where(isAfterCursor(timeColumn, idColumn, cursor))
  return rest
    .select(microsecondsOf(timeColumn).as('microseconds'))
    .orderBy(sql.ref(timeColumn), 'desc')
    .orderBy(sql.ref(idColumn), 'desc')
    .limit(size + 1)
    .execute()
}

/** The end of a page: the time of its last row, in microseconds since 1970, and its id. */
interface TimePosition {
  readonly microseconds: number
  readonly id: string
}

const timeCursorShape = /^(\d{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** A row's time in microseconds: JavaScript's milliseconds would round it and skip rows. */
export function microsecondsOf(timeColumn: string): RawBuilder<number> {
  return sql<number>`(extract(epoch from ${sql.ref(timeColumn)}) * 1000000)::bigint`
}

/**
 * Whether a row comes after the cursor of the previous page, newest first. Refuses an invalid
 * cursor with `validation_failed`.
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

export function invalidCursor(): ServiceError {
  return invalidField('cursor', 'invalid_cursor', 'This is not a cursor of ours.')
}

/** The last id of the previous page. Refuses an invalid cursor with `validation_failed`. */
export function readNumberCursor(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) throw invalidCursor()
  return Number(cursor)
}

/** Whether `steam_id` or `discord_username` of a row match a search. */
export function matchesPlayer(search: string): RawBuilder<boolean> {
  if (isSteamId(search)) return sql<boolean>`steam_id = ${search}`
  const part = containing(search)
  // Digits may be part of either.
  return /^\d+$/.test(search)
    ? sql<boolean>`(steam_id like ${part} or discord_username ilike ${part})`
    : sql<boolean>`discord_username ilike ${part}`
}

/** A complete Steam ID identifies one player, and has an index. */
export function isSteamId(search: string): boolean {
  return /^7656\d{13}$/.test(search)
}

/** A LIKE pattern for this text alone. */
export function exactly(text: string): string {
  return escapeWildcards(text)
}

/** A LIKE pattern for texts that contain this one, with its wildcards escaped. */
export function containing(text: string): string {
  return `%${escapeWildcards(text)}%`
}

/** A LIKE pattern for texts that begin with this one. */
export function beginningWith(text: string): string {
  return `${escapeWildcards(text)}%`
}

function escapeWildcards(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}
