import pg from 'pg'
import type { DatabaseLocation } from '#server/db/database.ts'

/** Reads the whole ledger repeatedly over another connection while others write it. */
export interface LedgerWatch {
  readonly reads: () => number
  /** Accounts whose balance was not the sum of their lines, or was negative; over all reads. */
  readonly violations: () => number
  readonly stop: () => Promise<void>
}

/** One statement, so that it sees all accounts at the same moment. */
const violations = `
  with sums as (select steam_id, sum(amount) as amount from krypto_transactions group by steam_id)
  select count(*)::int as count from krypto_balance b full join sums s using (steam_id)
  where coalesce(b.balance, 0) <> coalesce(s.amount, 0) or b.balance < 0`

/** Null for the embedded database, which allows no second connection. */
export async function watchLedger(location: DatabaseLocation): Promise<LedgerWatch | null> {
  if (location.kind === 'embedded') return null
  const client = new pg.Client({ connectionString: location.url })
  await client.connect()
  let reads = 0
  let found = 0
  const closing = new AbortController()
  async function readOn(): Promise<void> {
    while (!closing.signal.aborted) {
      const { rows } = await client.query<{ count: number }>(violations)
      found += rows[0]?.count ?? 0
      reads += 1
    }
  }
  const reading = readOn()
  return {
    reads: () => reads,
    violations: () => found,
    stop: async () => {
      closing.abort()
      await reading
      await client.end()
    },
  }
}
