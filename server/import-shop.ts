import { parseArgs } from 'node:util'
import { readConfig } from './app/config.ts'
import { openDatabase } from './db/database.ts'
import { listPending, migrate, migrationProvider } from './db/migrate.ts'
import { verifyLedger } from './services/kryptonite/ledger.ts'
import { compareArchive, importArchive } from './services/shop-archive/import-archive.ts'
import { openArchive } from './services/shop-archive/read-archive.ts'

// `npm run import-shop -- <file.zip>`: fills the empty shop of DATABASE_URL, or else of DATA_DIR, with
// what another one exported. With `--compare` it changes nothing, and says whether they are equal.
// Exits with 1 when nothing was imported, or something differs.

const usage = 'npm run import-shop -- [--compare] file.zip'

try {
  const { values, positionals } = parseArgs({
    options: { compare: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [file] = positionals
  if (file === undefined || positionals.length > 1) throw new Error(usage)
  await run(file, values.compare)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function run(file: string, onlyCompare: boolean): Promise<void> {
  const archive = await openArchive(file)
  await archive.verify()
  const { database: location } = readConfig()
  const database = await openDatabase(location, () => undefined)
  const db = database.withoutStatementTimeout
  try {
    if (onlyCompare) {
      const differences = await compareArchive(db, archive)
      for (const sentence of differences) process.stdout.write(`${sentence}\n`)
      process.stdout.write(differences.length === 0 ? 'Equal.\n' : 'Not equal.\n')
      if (differences.length > 0) process.exitCode = 1
      return
    }
    const pending = await listPending(db)
    const all = Object.keys(await migrationProvider.getMigrations())
    // A shop with some of them has been in use, and must stay as it is when it is refused.
    if (pending.length === all.length) await migrate(db)
    for (const { name, rows } of await importArchive(db, archive)) {
      process.stdout.write(`${name}: ${rows}\n`)
    }
    for (const [name, total] of Object.entries(archive.manifest.sums)) {
      process.stdout.write(`${name}: ${total}\n`)
    }
    const { balances, transactions, differences } = await verifyLedger(database)
    for (const sentence of differences) process.stdout.write(`${sentence}\n`)
    process.stdout.write(
      `Imported, equal to the archive. ${balances} balances, ${transactions} lines, ${differences.length} differences.\n`,
    )
  } finally {
    await database.close()
  }
}
