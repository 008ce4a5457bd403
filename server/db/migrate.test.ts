import { cpSync, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { cleanUpLater } from '#test/cleanups.ts'
import { describeOnEachDatabase, describeOnEmbedded, describeOnPostgres } from '#test/database.ts'
import { insertPackOrder } from '#test/factories/packs.ts'
import { insertPurchase } from '#test/factories/purchase.ts'
import { createPostgresDatabase, dropPostgresDatabase } from '#test/postgres-databases.ts'
import { runScript } from '#test/script.ts'
import { makeTemporaryFolder } from '#test/temporary-folder.ts'
import { openDatabase, type Database, type DatabaseLocation } from './database.ts'
import { migrate, migrationProvider } from './migrate.ts'
import { up as addAnswers } from './migrations/0005_disputes.ts'
import { up as addBooks } from './migrations/0010_books.ts'
import type { Schema } from './schema.ts'

const all = [
  '0001_baseline',
  '0002_edits',
  '0003_people',
  '0004_connection_tests',
  '0005_disputes',
  '0006_player_notes',
  '0007_bans',
  '0008_order_messages',
  '0009_offers',
  '0010_books',
  '0011_skin_stock',
  '0012_approval_reminders',
  '0013_discord_posts',
  '0014_find_ban',
  '0015_message_references',
]

describeOnEachDatabase('a migrated database', (openTestDatabase) => {
  it('is not migrated again', async () => {
    const { db } = await openTestDatabase()
    expect(await migrate(db)).toEqual([])
  })
})

describeOnEachDatabase('the disputes of before', (openTestDatabase) => {
  it('are fetched again at once, with until when to answer', async () => {
    const { db } = await openTestDatabase()
    await sql`
      alter table disputes
        drop column reason, drop column awaits_answer, drop column answer_by`.execute(db)
    await sql`drop index payments_made_at, payments_held, krypto_orders_kept`.execute(db)
    await sql`
      insert into disputes (provider, reference, payment_reference, status, amount_cents, currency,
        opened_at, next_check_at)
      values ('paypal', 'PP-1', '1', 'open', 2500, 'EUR', now(), now() + interval '6 hours')`.execute(
      db,
    )
    await addAnswers(db)
    const { rows } = await sql`
      select awaits_answer, answer_by, next_check_at <= now() as is_due from disputes`.execute(db)
    expect(rows).toEqual([{ awaits_answer: true, answer_by: null, is_due: true }])
  })
})

describeOnEachDatabase('the payments of before', (openTestDatabase) => {
  it('are sales as PayPal reported them, and are looked at again for the rest', async () => {
    const database = await openTestDatabase()
    const { db } = database
    await sql`drop table money_movements`.execute(db)
    await sql`alter table payments drop column payer_country`.execute(db)
    await sql`alter table krypto_orders drop column payer_country`.execute(db)
    await sql`alter table disputes drop column fee_cents`.execute(db)
    const orderId = await insertPurchase(database)
    await sql`
      insert into payments (provider, reference, order_id, status, amount_cents, refunded_cents,
        currency, provider_mode, made_at)
      select 'paypal', status, case status when 'completed' then ${orderId}::uuid end, status, 2500,
        0, 'EUR', 'test', '2026-01-01T12:00:00Z'
      from unnest(array['completed', 'refunded', 'held', 'declined']) status`.execute(db)
    await insertPackOrder(database, { status: 'paid', paid_at: new Date() })
    await insertPackOrder(database)
    await addBooks(db)
    const { rows } = await sql`
      select reference, kind, gross_cents, fee_cents, moved_at from money_movements order by 1`.execute(
      db,
    )
    const sale = { kind: 'sale', gross_cents: 2500, fee_cents: null }
    const moved_at = new Date('2026-01-01T12:00:00Z')
    expect(rows).toEqual([
      { reference: 'completed', ...sale, moved_at },
      { reference: 'refunded', ...sale, moved_at },
    ])
    const due = await sql<{ paid: boolean; due: boolean }>`
      select paid_at is not null as paid, coalesce(next_check_at <= now(), false) as due
      from krypto_orders order by paid`.execute(db)
    expect(due.rows).toEqual([
      { paid: false, due: false },
      { paid: true, due: true },
    ])
  })
})

describeOnPostgres('a new database', () => {
  it('is migrated once when several processes start together', async () => {
    const location = await createEmptyPostgres()
    const scripts = [1, 2, 3].map(() => runScript(migrateScript(location)))
    await Promise.all(scripts.map((script) => script.ended))
    // Their last output arrives a moment after their end.
    await expect
      .poll(() => scripts.map((script) => script.output()).toSorted())
      .toEqual([`${JSON.stringify(all)}\n`, '[]\n', '[]\n'])
  })

  it('is whole after a process was killed in the middle', async () => {
    const location = await createEmptyPostgres()
    const database = await openDatabase(location, () => {})
    const script = runScript(migrateScript(location))
    // An uncommitted table of the same name blocks the migration for as long as needed.
    await database
      .transaction(async (trx) => {
        await sql`create table purchases (id integer)`.execute(trx)
        await untilQueryWaits(location)
        await script.kill()
        throw new Error('roll back')
      })
      .catch(() => {})
    expect(await tableNames(database)).not.toContain('orders')
    expect(await migrate(database.db)).toEqual(all)
    expect(await tableNames(database)).toContain('purchases')
    await database.close()
  })
})

describeOnPostgres('a migration', () => {
  it('may run longer than a query, and restores the time limit of queries', async () => {
    const location = await createEmptyPostgres()
    const blocker = await openDatabase(location, () => {})
    const connectionString = `${location.url}?statement_timeout=1000`
    const pool = new pg.Pool({ connectionString, max: 1 })
    // Its end does not wait until the server has closed the connection, which dropping the database may.
    pool.on('error', () => undefined)
    const impatient = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
    const migrating = await blocker.transaction(async (trx) => {
      await sql`create table purchases (id integer)`.execute(trx)
      await sql`drop table purchases`.execute(trx)
      const pending = { result: migrate(impatient) }
      await Promise.race([untilQueryWaits(location, '1.2 seconds'), pending.result])
      return pending
    })
    expect(await migrating.result).toEqual(all)
    await expect(sql`select pg_sleep(10)`.execute(impatient)).rejects.toThrow('statement timeout')
    await impatient.destroy()
    await blocker.close()
  })
})

describeOnPostgres('the staff’s notes on an order', () => {
  it('become messages that its buyer has read', async () => {
    const location = await createEmptyPostgres()
    const database = await openDatabase(location, () => {})
    const { db } = database
    const migrator = new Migrator({ db, provider: migrationProvider })
    await migrator.migrateTo('0004_connection_tests')
    const orderId = await insertPurchase(database)
    const at = new Date('2026-01-01T12:00:00Z')
    await sql`
      insert into task_notes (purchase_id, text, picture_url, author, at)
      select id, 'A first look', '/images/a.webp', 'code:1', ${at} from purchases`.execute(db)
    await sql`insert into images (hash, bytes) values ('a', '\\x01')`.execute(db)
    expect((await migrate(db)).at(-1)).toBe(all.at(-1))
    expect(await db.selectFrom('order_messages').selectAll().execute()).toMatchObject([
      {
        order_id: orderId,
        text: 'A first look',
        picture: Buffer.from([1]),
        author: 'code:1',
        at,
        read_at: at,
      },
    ])
    expect(await db.selectFrom('task_notes').selectAll().execute()).toEqual([])
    await database.close()
  })
})

describeOnEmbedded('a new database', () => {
  it('is whole after a process was killed in the middle', async () => {
    const location = copyTemplate()
    const script = runScript(`
      import { sql } from 'kysely'
      import { openDatabase } from './server/db/database.ts'
      import { migrate } from './server/db/migrate.ts'
      const { db } = await openDatabase(${JSON.stringify(location)}, () => {})
      await sql\`drop schema public cascade\`.execute(db)
      await sql\`create schema public\`.execute(db)
      await sql\`create function stop_here() returns event_trigger language plpgsql as $$ begin
        if to_regclass('public.purchases') is not null then
          execute format('copy (select) to %L', current_setting('data_directory') || '/in_the_middle');
          loop end loop;
        end if;
      end $$\`.execute(db)
      await sql\`create event trigger stop_here on ddl_command_end execute function stop_here()\`.execute(db)
      void migrate(db).then(() => console.log('migrated'))
      console.log('migrating')`)
    await script.waitFor('migrating')
    // The process writes this file when it is blocked in the middle of the migration.
    while (!existsSync(path.join(location.directory, 'in_the_middle'))) await sleep(20)
    await script.kill()
    expect(script.output()).not.toContain('migrated')
    const database = await openDatabase(location, () => {})
    expect(await tableNames(database)).not.toContain('orders')
    await sql`drop event trigger stop_here`.execute(database.db)
    expect(await migrate(database.db)).toEqual(all)
    expect(await tableNames(database)).toContain('purchases')
    await database.close()
  })
})

function migrateScript(location: DatabaseLocation): string {
  return `
    import { openDatabase } from './server/db/database.ts'
    import { migrate } from './server/db/migrate.ts'
    const database = await openDatabase(${JSON.stringify(location)}, () => {})
    console.log(JSON.stringify(await migrate(database.db)))
    await database.close()`
}

async function createEmptyPostgres() {
  const serverUrl = readServerUrl()
  const { name, url } = await createPostgresDatabase(serverUrl)
  cleanUpLater(() => dropPostgresDatabase(serverUrl, name))
  return { kind: 'postgres', url } as const
}

function readServerUrl(): string {
  const { postgres } = inject('databaseTemplates')
  if (!postgres.available) throw new Error(postgres.reason)
  return postgres.serverUrl
}

/** Emptying the tables' schema takes a tenth of the time of creating a database. */
function copyTemplate() {
  const folder = makeTemporaryFolder('kryptonique-migrate-')
  cleanUpLater(() => rm(folder, { recursive: true, force: true }))
  const directory = path.join(folder, 'data')
  cpSync(inject('databaseTemplates').embeddedFolder, directory, { recursive: true })
  return { kind: 'embedded', directory } as const
}

/** Waits until a query of at least this age waits for a lock. */
async function untilQueryWaits(location: DatabaseLocation, age = '0 seconds'): Promise<void> {
  const observer = await openDatabase(location, () => {})
  for (;;) {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and clock_timestamp() - query_start > ${age}::interval`.execute(observer.db)
    if (rows.length > 0) break
    await sleep(20)
  }
  await observer.close()
}

async function tableNames({ db }: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}
