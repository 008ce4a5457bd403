import { sql } from 'kysely'
import { csvLine, csvMark, csvText } from '#domain/csv.ts'
import { readRows } from '#server/db/table-rows.ts'
import type { Trx } from '#server/services/context.ts'
import { columnsElsewhere } from './format.ts'

/** What an owner wants to open; the tables have it too, and more. */
const spreadsheets: ReadonlySet<string> = new Set([
  'orders',
  'payments',
  'money_movements',
  'disputes',
  'purchases',
  'krypto_orders',
  'krypto_balance',
  'krypto_transactions',
  'shop_items',
  'skin_purchases',
  'perk_entries',
  'perk_coverage',
  'offers',
  'offer_redemptions',
  'order_messages',
  'team_listings',
  'users',
  'people',
  'player_notes',
  'bans',
  'edits',
  'audit_log',
])

export function hasSpreadsheet(table: string): boolean {
  return spreadsheets.has(table)
}

export function spreadsheetFile(table: string): string {
  return `spreadsheets/${table}.csv`
}

/** A table as the parts of a CSV file. */
export async function* writeSpreadsheet(
  trx: Trx,
  table: string,
  rowsAtOnce: number,
): AsyncGenerator<{ readonly text: string; readonly rows: number }> {
  const without = columnsElsewhere(table)
  const columns = await readColumns(trx, table, without)
  yield { text: csvMark + csvLine(columns), rows: 0 }
  for await (const rows of readRows(trx, table, { rowsAtOnce, without })) {
    yield { text: rows.map((row) => lineOf(columns, row)).join(''), rows: rows.length }
  }
}

/** Without fingerprints, in which people can read nothing. */
async function readColumns(trx: Trx, table: string, without: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
      and attname not like '%\\_hash' and attname <> 'networks'
    order by attnum`.execute(trx)
  return rows.map(({ name }) => name).filter((name) => !without.includes(name))
}

function lineOf(columns: readonly string[], row: string): string {
  const values = new Map<string, unknown>(Object.entries(JSON.parse(row)))
  return csvLine(columns.map((name) => cellOf(values.get(name))))
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return csvText(typeof value === 'string' ? value : JSON.stringify(value))
}
