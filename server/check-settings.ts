import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { describeFinding, type ConnectionName, type Finding } from '#domain/connection-faults.ts'
import { readConfig, type Config } from './app/config.ts'
import { openConnectionChecks } from './app/connection-checks.ts'
import { createLog } from './app/logging.ts'
import { openPerkAdapters, openProviders } from './app/open-providers.ts'
import { startAdvice } from './app/start-advice.ts'
import { openDatabase, type Database } from './db/database.ts'
import { isEmbeddedDatabase } from './db/embedded/data-directory.ts'
import type { Schema } from './db/schema.ts'
import { runCheck } from './services/connections/checks.ts'
import { openEdits } from './services/edits/edits.ts'
import { readMessageTexts } from './services/messages/message-texts.ts'
import { assembleSite, openSite } from './services/site/site.ts'

// `npm run check-settings`: tests the settings at the providers, as the server does every six hours.
// Changes nothing; exits with 1 on a fault.

let code = 1
try {
  code = await check()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
}
// Calls that got no answer may still be waiting for one.
process.exit(code)

async function check(): Promise<number> {
  const config = readConfig()
  const { database, reason } = await open(config)
  const known = new Map<ConnectionName, Finding>()
  if (reason) known.set('database', reason)
  const onlyInShop: Finding = { level: 'ok', code: 'only_in_shop', detail: '' }
  if (config.lbCore) known.set('lb-core', onlyInShop)
  if (config.priorityPullToken !== null) known.set('priority-file', onlyInShop)
  const results = await Promise.all(
    (await openChecks(config, database)).map(async ({ name, run }) => {
      const finding = known.get(name)
      if (finding) return { name, findings: [finding] }
      return { name, findings: run ? await runCheck(run) : [] }
    }),
  )
  for (const { name, findings } of results) print(config, name, findings)
  await database?.close()
  return results.some(({ findings }) => findings.some(({ level }) => level === 'fault')) ? 1 : 0
}

function print(config: Config, name: ConnectionName, findings: readonly Finding[]): void {
  const texts = readMessageTexts(config.staffLanguage)
  const levels = texts['connection-levels']
  const width = Math.max(...Object.values(levels).map(({ length }) => length))
  if (findings.length === 0) process.stdout.write(`${levels.none.padEnd(width)}  ${name}\n`)
  for (const { level, code: finding, detail } of findings) {
    const { title, action } = describeFinding(texts, name, finding)
    const line = [`${levels[level].padEnd(width)}  ${name}: ${title}`]
    if (detail) line.push(`(${detail})`)
    if (action) line.push(`→ ${action}`)
    process.stdout.write(`${line.join(' ')}\n`)
  }
}

/** The database, or why it is left out. */
async function open({
  database: location,
}: Config): Promise<{ readonly database: Database | null; readonly reason?: Finding }> {
  if (location.kind === 'embedded' && !isEmbeddedDatabase(location.directory)) {
    const { directory: detail } = location
    return { database: null, reason: { level: 'warning', code: 'database_missing', detail } }
  }
  try {
    return { database: await openDatabase(location, () => undefined) }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    if (/is in use by/.test(detail)) {
      return { database: null, reason: { level: 'warning', code: 'database_in_use', detail } }
    }
    const advice = startAdvice(error) ?? detail
    return { database: null, reason: { level: 'fault', code: 'unreachable', detail: advice } }
  }
}

function clock(): Date {
  return new Date()
}

/** What the owner has saved; what the files say where the database has no such table yet. */
async function readSite({ site: files }: Config, database: Database | null) {
  try {
    if (!database) return assembleSite(files, files)
    const edits = await openEdits(database)
    edits.stop()
    return (await openSite({ database, edits, clock }, files)).current()
  } catch {
    return assembleSite(files, files)
  }
}

async function openChecks(config: Config, database: Database | null) {
  const site = await readSite(config, database)
  const current = () => site
  const log = createLog('silent', { write: () => undefined })
  const uncounted = { countProviderCall: () => undefined }
  const { discordBot: bot, ...providers } = openProviders(config, log, uncounted, () =>
    Promise.resolve(),
  )
  const perkAdapters = openPerkAdapters(
    // These two are asked by the game's machine, which asks the running shop.
    { ...config, lbCore: null, priorityPullToken: null },
    { database: { db: keepsNothing() }, clock, site: { current } },
    { game: null, bot, cftoolsCalls: providers.cftoolsCalls },
  )
  const readRoles = () => site.discordRoles
  return openConnectionChecks({
    ...providers,
    config,
    discordBot: bot,
    perkAdapters,
    readRoles,
    registersCommands: false,
    database,
    clock,
  })
}

/** A database in which nothing is found and nothing is kept, such as the key of a machine. */
function keepsNothing(): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}
