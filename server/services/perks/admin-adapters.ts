import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import type { HostKeys } from '#server/providers/priority-file/sftp-files.ts'

/** Keeps the fingerprint of each machine's key until the adapter writes somewhere else. */
export function keepHostKeys({ db }: Pick<Database, 'db'>, adapter: string): HostKeys {
  return {
    find: async (machine) => {
      const row = await db
        .selectFrom('perk_adapters')
        .select('remembered')
        .where('name', '=', adapter)
        .executeTakeFirst()
      return row?.remembered[machine] ?? null
    },
    keep: async (machine, fingerprint) => {
      const key = JSON.stringify({ [machine]: fingerprint })
      await db
        .updateTable('perk_adapters')
        .set({ remembered: sql<string>`remembered || ${key}::jsonb` })
        .where('name', '=', adapter)
        .execute()
    },
  }
}
