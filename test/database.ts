import { cpSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { afterAll, describe, inject } from 'vitest'
import { openDatabase, type Database, type DatabaseLocation } from '#server/db/database.ts'
import { cleanUp, cleanUpLater } from './cleanups.ts'
import './database-setup.ts'
import { createPostgresDatabase, dropPostgresDatabase } from './postgres-databases.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

/** Creates a fresh, migrated, empty database and returns its location; it is deleted after the suite. */
export type CreateTestDatabase = () => Promise<DatabaseLocation>

/** The same, opened; it is closed after the suite. */
export type OpenTestDatabase = () => Promise<Database>

type DatabaseKind = DatabaseLocation['kind']

export type DatabaseSuite = (
  openTestDatabase: OpenTestDatabase,
  createTestDatabase: CreateTestDatabase,
) => void

/**
 * Declares a suite on this run's database: Postgres where one can be started, otherwise the
 * embedded one. `npm run test:both` runs it on both.
 */
export function describeOnDatabase(name: string, suite: DatabaseSuite): void {
  for (const kind of inject('databaseTemplates').kinds) describeOnKind(kind, name, suite)
}

/** Declares a suite on both databases in every run, for code that can behave differently on them. */
export function describeOnEachDatabase(name: string, suite: DatabaseSuite): void {
  describeOnEmbedded(name, suite)
  describeOnPostgres(name, suite)
}

/** Declares a suite on Postgres only, for what needs several connections or a crashing server. */
export function describeOnPostgres(name: string, suite: DatabaseSuite): void {
  describeOnKind('postgres', name, suite)
}

/** Declares a suite on the embedded database only. */
export function describeOnEmbedded(name: string, suite: DatabaseSuite): void {
  describeOnKind('embedded', name, suite)
}

function describeOnKind(kind: DatabaseKind, name: string, suite: DatabaseSuite): void {
  const { postgres } = inject('databaseTemplates')
  const title = `${name} (${kind})`
  if (kind === 'postgres' && !postgres.available) {
    describe.skip(`${title} [skipped: ${postgres.reason}]`, () => suite(unavailable, unavailable))
    return
  }
  describe(title, () => {
    afterAll(cleanUp)
    suite(...testDatabases(kind))
  })
}

function unavailable(): Promise<never> {
  return Promise.reject(new Error('a skipped suite opens no database'))
}

function testDatabases(kind: DatabaseKind): [OpenTestDatabase, CreateTestDatabase] {
  const create: CreateTestDatabase = async () => {
    const { location, remove } = await (kind === 'embedded' ? copyEmbedded() : copyPostgres())
    cleanUpLater(remove)
    return location
  }
  const open: OpenTestDatabase = async () => {
    const database = await openDatabase(await create(), () => {})
    cleanUpLater(() => database.close())
    return database
  }
  return [open, create]
}

interface TemporaryDatabase {
  readonly location: DatabaseLocation
  readonly remove: () => Promise<void>
}

/**
 * The code of the embedded database. While this process keeps it, each thread that compiles the same
 * gets what the ones before have optimized, which halves its start and is a quarter of its work.
 */
let keptCode: Promise<WebAssembly.Module> | undefined

async function compileEmbedded(): Promise<WebAssembly.Module> {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  return WebAssembly.compile(await readFile(path.join(path.dirname(entry), 'pglite.wasm')))
}

async function copyEmbedded(): Promise<TemporaryDatabase> {
  await (keptCode ??= compileEmbedded())
  const folder = makeTemporaryFolder('kryptonique-test-')
  const directory = path.join(folder, 'data')
  // Takes a third of the asynchronous call's time, which waits a turn of the loop for every file.
  cpSync(inject('databaseTemplates').embeddedFolder, directory, { recursive: true })
  return {
    location: { kind: 'embedded', directory },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function copyPostgres(): Promise<TemporaryDatabase> {
  const { postgres } = inject('databaseTemplates')
  if (!postgres.available) throw new Error(postgres.reason)
  const { name, url } = await createPostgresDatabase(postgres.serverUrl, postgres.template)
  return {
    location: { kind: 'postgres', url },
    remove: () => dropPostgresDatabase(postgres.serverUrl, name),
  }
}
