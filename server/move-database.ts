import { readConfig } from './app/config.ts'
import { copyDatabase } from './db/copy-database.ts'
import { openDatabase } from './db/database.ts'
import { isEmbeddedDatabase } from './db/embedded/data-directory.ts'
import { migrate } from './db/migrate.ts'
import { verifyLedger } from './services/kryptonite/ledger.ts'

// `npm run move-database -- <folder>`: copies the shop from an embedded database to the empty
// Postgres database of DATABASE_URL. Opening the folder runs its recovery; no data in it is lost.
// Exits with 1 when nothing was moved.

try {
  await move(process.argv[2] ?? './data')
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function move(directory: string): Promise<void> {
  const { database: location } = readConfig()
  if (location.kind === 'embedded') throw new Error('Set DATABASE_URL to an empty database.')
  if (!isEmbeddedDatabase(directory)) throw new Error(`There is no database in ${directory}.`)
  const from = await openDatabase({ kind: 'embedded', directory }, () => undefined)
  const to = await openDatabase(location, () => undefined)
  try {
    await migrate(to.withoutStatementTimeout)
    for (const { table, rows } of await copyDatabase(
      from.withoutStatementTimeout,
      to.withoutStatementTimeout,
    )) {
      process.stdout.write(`${table}: ${rows}\n`)
    }
    const { balances, transactions, differences } = await verifyLedger(to)
    for (const sentence of differences) process.stdout.write(`${sentence}\n`)
    process.stdout.write(
      `Moved. ${balances} balances, ${transactions} lines, ${differences.length} differences.\n`,
    )
  } finally {
    await Promise.all([from.close(), to.close()])
  }
}
