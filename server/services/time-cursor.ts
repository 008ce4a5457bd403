import { sql, type RawBuilder } from 'kysely'
import { strangeCursor } from './strange-cursor.ts'

/** Where a page of a list ends: the time of its last row, in microseconds since 1970, and its id. */
interface TimePosition {
  readonly microseconds: number
  readonly id: string
}

const shape = /^(\d{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

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
  const [, microseconds, id] = shape.exec(cursor) ?? []
  if (microseconds === undefined || id === undefined) throw strangeCursor()
  return { microseconds: Number(microseconds), id }
}
