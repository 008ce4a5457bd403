import type { ColumnType } from 'kysely'
import pg from 'pg'

/** Read as a value, written as JSON text. */
export type Json<Value> = ColumnType<Value, string, string>

export const typeIds = { int8: 20 } as const

/** int8 as a number; the drivers return a string. Our largest are row counts and event ids. */
export function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 out of range: ${text}`)
  return value
}

/** Postgres's parsers, the same as those of the embedded database. */
export function postgresTypes(): pg.TypeOverrides {
  const types = new pg.TypeOverrides()
  types.setTypeParser(typeIds.int8, parseInt8)
  return types
}
