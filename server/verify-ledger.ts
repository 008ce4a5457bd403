import { sql } from 'kysely'
import { readConfig } from './app/config.ts'
import { openDatabase, type Database } from './db/database.ts'
import { isEmbeddedDatabase } from './db/embedded/data-directory.ts'
import { verifyLedger } from './services/kryptonite/ledger.ts'

// `npm run verify-ledger`: lets the owner check the ledger. Reads only; exits with 1 on a
// difference and with 2 when the check cannot run.

try {
  process.exitCode = await verify()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}

async function verify(): Promise<number> {
  const { database: location } = readConfig()
  if (location.kind === 'embedded' && !isEmbeddedDatabase(location.directory)) {
    throw new Error(`There is no database in ${location.directory} yet: start the product once.`)
  }
  const database = await openDatabase(location, () => undefined).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    const advice = 'The same check is in /admin; for this command, stop the product first.'
    throw new Error(location.kind === 'embedded' ? `${reason}. ${advice}` : reason)
  })
  try {
    if (!(await hasLedger(database))) {
      throw new Error('This database has no ledger yet: start the product once.')
    }
    const { balances, transactions, differences } = await verifyLedger(database)
    for (const sentence of differences) process.stdout.write(`${sentence}\n`)
    const verdict =
      differences.length === 0 ? 'no differences.' : `${differences.length} differences.`
    process.stdout.write(`${balances} balances, ${transactions} lines: ${verdict}\n`)
    return differences.length === 0 ? 0 : 1
  } finally {
    await database.close()
  }
}

async function hasLedger({ db }: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('krypto_transactions') is not null as found`.execute(db)
  return rows[0]?.found ?? false
}
