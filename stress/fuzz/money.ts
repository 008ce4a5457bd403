import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'

/** The number of rows in the tables of money. */
export interface MoneyRows {
  readonly ledger: number
  readonly payments: number
  readonly purchases: number
  readonly skins: number
}

/** Slow with many rows, so it is only used after calls that may write. */
export async function countMoneyRows({ db }: Pick<Database, 'db'>): Promise<MoneyRows> {
  const { rows } = await sql<MoneyRows>`select
    (select count(*)::int from krypto_transactions) as ledger,
    (select count(*)::int from payments) as payments,
    (select count(*)::int from purchases) as purchases,
    (select count(*)::int from skin_purchases) as skins`.execute(db)
  const [counted] = rows
  if (!counted) throw new Error('nothing was counted')
  return counted
}

/** Calls that may move Kr when they succeed: one line each. */
const movesKr: Readonly<Record<string, Partial<MoneyRows>>> = {
  'POST /api/admin/krypto-credits': { ledger: 1 },
  'POST /functions/v1/process-krypto-skin-purchase': { ledger: 1, skins: 1 },
}

/** Rows that should not have been written; null for none. */
export function judgeMoney(
  route: string,
  isAccepted: boolean,
  before: MoneyRows,
  after: MoneyRows,
): string | null {
  const allowed = {
    ledger: 0,
    payments: 0,
    purchases: 0,
    skins: 0,
    ...(isAccepted && movesKr[route]),
  }
  const tables = ['ledger', 'payments', 'purchases', 'skins'] as const
  const wrong = tables.filter((table) => after[table] - before[table] > allowed[table])
  return wrong.length === 0 ? null : `wrote to ${wrong.join(' and ')}`
}
