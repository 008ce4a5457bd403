import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration, type MigrationProvider } from 'kysely/migration'
import { z } from 'zod'
import type { Schema } from './schema.ts'

const directory = path.join(import.meta.dirname, 'migrations')

const migrationModule = z.object({
  up: z.custom<Migration['up']>((value) => typeof value === 'function'),
})

export const migrationProvider: MigrationProvider = {
  getMigrations: async () => {
    const migrations: Record<string, Migration> = {}
    for (const name of await readNames()) {
      migrations[name] = migrationModule.parse(
        await import(pathToFileURL(path.join(directory, `${name}.ts`)).href),
      )
    }
    return migrations
  },
}

async function readNames(): Promise<string[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.ts'))
  return files.map((file) => path.basename(file, '.ts')).toSorted()
}

/**
 * Brings the tables up to date. All missing migrations run in one transaction under a lock, so that
 * two processes that start together run them once and a killed one leaves nothing half done.
 * Returns the names of those that ran.
 */
export async function migrate(db: Kysely<Schema>): Promise<string[]> {
  if (await isUpToDate(db)) return []
  return db.connection().execute(async (connection) => {
    // Migrating a large table takes long, and so does waiting for another process to migrate.
    await sql`set statement_timeout = 0`.execute(connection)
    try {
      const migrator = new Migrator({ db: connection, provider: migrationProvider })
      const { error, results } = await migrator.migrateToLatest()
      if (error) throw error
      return (results ?? []).map((result) => result.migrationName)
    } finally {
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

/** Saves most starts the migrator, which reads all columns of all tables twice: half a second and more. */
async function isUpToDate(db: Kysely<Schema>): Promise<boolean> {
  const { rows: tables } = await sql`
    select where to_regclass('kysely_migration') is not null`.execute(db)
  if (tables.length === 0) return false
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return isDeepStrictEqual(rows.map(({ name }) => name).toSorted(), await readNames())
}

export async function listPending(db: Kysely<Schema>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: migrationProvider })
  const migrations = await migrator.getMigrations()
  return migrations.filter(({ executedAt }) => !executedAt).map(({ name }) => name)
}
