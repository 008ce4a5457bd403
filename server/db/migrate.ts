import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
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
    const files = (await readdir(directory)).filter((file) => file.endsWith('.ts')).toSorted()
    const migrations: Record<string, Migration> = {}
    for (const file of files) {
      migrations[file.replace(/\.ts$/, '')] = migrationModule.parse(
        await import(pathToFileURL(path.join(directory, file)).href),
      )
    }
    return migrations
  },
}

/**
 * Brings the tables up to date. All missing migrations run in one transaction under a lock, so that
 * two processes that start together run them once and a killed one leaves nothing half done.
 * Returns the names of those that ran.
 */
export async function migrate(db: Kysely<Schema>): Promise<string[]> {
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

export async function listPending(db: Kysely<Schema>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: migrationProvider })
  const migrations = await migrator.getMigrations()
  return migrations.filter(({ executedAt }) => !executedAt).map(({ name }) => name)
}
