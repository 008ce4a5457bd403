import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, inject, it } from 'vitest'
import { cleanUpLater } from '#test/cleanups.ts'
import { describeOnEachDatabase, describeOnPostgres } from '#test/database.ts'
import { createPostgresDatabase, dropPostgresDatabase } from '#test/postgres-databases.ts'
import { addExtension } from './add-extension.ts'
import { openDatabase } from './database.ts'

describeOnEachDatabase('an extension', (openTestDatabase) => {
  it('that is already there stays as it is', async () => {
    const { db } = await openTestDatabase()
    await addExtension(db, 'pg_trgm')
    const { rows } = await sql<{ trigrams: string[] }>`select show_trgm('kr') trigrams`.execute(db)
    expect(rows).toEqual([{ trigrams: ['  k', ' kr', 'kr '] }])
  })

  it('that the server does not have fails with what to install', async () => {
    const { db } = await openTestDatabase()
    await expect(addExtension(db, 'no_such_thing')).rejects.toThrow(
      /has no extension no_such_thing\. Install its “contrib” package/,
    )
  })
})

describeOnPostgres('an extension', () => {
  it('that our user may not add fails with what the owner has to run', async () => {
    const { db } = await openAsStranger()
    await expect(addExtension(db, 'pg_trgm')).rejects.toThrow(
      /may not add the extension pg_trgm\. .* run “create extension pg_trgm”/,
    )
  })
})

/** Another user's database, opened by a user who may only connect. */
async function openAsStranger() {
  const { postgres } = inject('databaseTemplates')
  if (!postgres.available) throw new Error(postgres.reason)
  const { name, url } = await createPostgresDatabase(postgres.serverUrl)
  cleanUpLater(() => dropPostgresDatabase(postgres.serverUrl, name))
  const owner = await openDatabase({ kind: 'postgres', url }, () => {})
  const role = `stranger_${randomUUID().slice(0, 8)}`
  await sql`create role ${sql.ref(role)} login`.execute(owner.db)
  cleanUpLater(async () => {
    await sql`drop role ${sql.ref(role)}`.execute(owner.db)
    await owner.close()
  })
  const address = new URL(url)
  address.username = role
  const database = await openDatabase({ kind: 'postgres', url: address.href }, () => {})
  cleanUpLater(() => database.close())
  return database
}
