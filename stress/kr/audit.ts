import pg from 'pg'
import { note, reportExactly } from '#bench/report.ts'
import type { TransactionType } from '#domain/kryptonite.ts'
import { type DatabaseLocation, openDatabase } from '#server/db/database.ts'
import { verifyLedger } from '#server/services/kryptonite/ledger.ts'

/** An acknowledged movement of Kr, which must therefore exist exactly once. */
export interface Movement {
  readonly steamId: string
  readonly type: TransactionType
  /** Kr; negative when they were spent. */
  readonly amount: number
}

export interface Verdict {
  readonly lines: number
  /** Movements that were acknowledged and do not exist. */
  readonly lost: number
  /** Lines without acknowledgement: done twice, or done and then refused. */
  readonly doubled: number
  /** The differences that the product's own check of the ledger finds. */
  readonly differences: readonly string[]
}

/** Compares the ledger with the acknowledged movements, which must be all that ever happened. */
export async function auditLedger(
  location: DatabaseLocation,
  acknowledged: readonly Movement[],
): Promise<Verdict> {
  const database = await openDatabase(location, () => undefined)
  try {
    const lines = await database.db
      .selectFrom('krypto_transactions')
      .select(['steam_id as steamId', 'transaction_type as type', 'amount'])
      .execute()
    const expected = count(acknowledged)
    const written = count(lines)
    const { differences } = await verifyLedger(database)
    return {
      lines: lines.length,
      lost: surplus(expected, written),
      doubled: surplus(written, expected),
      differences,
    }
  } finally {
    await database.close()
  }
}

/** Prints the verdict. False when something is wrong. */
export function reportVerdict({ lines, lost, doubled, differences }: Verdict): boolean {
  note(`${lines} lines in the ledger`)
  for (const sentence of differences.slice(0, 10)) note(sentence)
  return [
    reportExactly('acknowledged movements lost', lost),
    reportExactly('movements doubled', doubled),
    reportExactly('differences that the check of the ledger finds', differences.length),
  ].every(Boolean)
}

function count(movements: readonly Movement[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { steamId, type, amount } of movements) {
    const name = `${steamId} ${type} ${amount}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

function surplus(of: ReadonlyMap<string, number>, over: ReadonlyMap<string, number>): number {
  return [...of].reduce((sum, [name, times]) => sum + Math.max(0, times - (over.get(name) ?? 0)), 0)
}

/** Reads the whole ledger repeatedly over another connection while others write it. */
interface LedgerWatch {
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
