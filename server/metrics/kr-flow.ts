import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import type { Figure } from './database-figures.ts'

interface Flow {
  readonly type: string
  readonly lines: number
  readonly kr: number
}

/** No transaction is open for longer, so that no line with a lower id can still appear. */
const finalMinutes = 5

/**
 * How many lines the ledger has of each type, and how many Kr they moved. Lines that are final are
 * read once and remembered: the ledger only grows, and a scrape must not read all of it.
 */
export function createKrFlowReader({ db, unhurried }: Pick<Database, 'db' | 'unhurried'>) {
  let lastFinalId = 0
  const final = new Map<string, Flow>()

  return async (): Promise<Figure[]> => {
    // The first look may be at years.
    const connection = lastFinalId === 0 ? unhurried : db
    const { rows } = await sql<Flow & { isFinal: boolean; lastId: number }>`
      with boundary as (
        select coalesce(max(id), ${lastFinalId}) as id from krypto_transactions
        where id > ${lastFinalId} and created_at < now() - make_interval(mins => ${finalMinutes})
      )
      select transaction_type as type, count(*)::int as lines, sum(abs(amount))::float8 as kr,
        l.id <= boundary.id as "isFinal", max(l.id) as "lastId"
      from krypto_transactions l, boundary where l.id > ${lastFinalId}
      group by transaction_type, l.id <= boundary.id`.execute(connection)
    const totals = new Map(final)
    for (const row of rows) {
      add(totals, row)
      if (!row.isFinal) continue
      add(final, row)
      lastFinalId = Math.max(lastFinalId, row.lastId)
    }
    return [...totals.values()].flatMap(({ type, lines, kr }) => [
      { name: 'kr_moves_total', label: type, value: lines },
      { name: 'kr_moved_total', label: type, value: kr },
    ])
  }
}

function add(totals: Map<string, Flow>, { type, lines, kr }: Flow): void {
  const known = totals.get(type)
  totals.set(type, { type, lines: (known?.lines ?? 0) + lines, kr: (known?.kr ?? 0) + kr })
}
