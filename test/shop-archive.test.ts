import { createWriteStream, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import { sql, type Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { beforeAll, expect, it } from 'vitest'
import { fixturesByMigration } from '#stress/killed-migrations/fixtures.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { fingerprint, listTables, useUtc } from '#server/db/table-rows.ts'
import { migrationProvider } from '#server/db/migrate.ts'
import type { Schema } from '#server/db/schema.ts'
import { compareArchive, importArchive } from '#server/services/shop-archive/import-archive.ts'
import { openArchive } from '#server/services/shop-archive/read-archive.ts'
import { writeArchive } from '#server/services/shop-archive/write-archive.ts'
import { verifyLedger } from '#server/services/kryptonite/ledger.ts'
import { runCommand } from './backup/run-command.ts'
import { cleanUpLater } from './cleanups.ts'
import { describeOnDatabase } from './database.ts'
import { insertShopItem } from './factories/ledger.ts'
import { openShop } from './shop.ts'

const oddText = '=1+1 "quoted", \\ back\nline\r\u2028 Привет 💎 \u0001'

describeOnDatabase('a shop that moves out', (openTestDatabase, createTestDatabase) => {
  let shop: Database
  let folder: string
  let file: string

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'kryptonique-archive-'))
    cleanUpLater(() => rm(folder, { recursive: true, force: true }))
    shop = await openTestDatabase()
    await fill(shop)
    file = path.join(folder, 'shop.zip')
    await write(shop, file)
  })

  it('is equal in an empty shop that was started once, and its ids continue', async () => {
    const location = await createTestDatabase()
    const started = await openShop(location)
    await started.stop()
    const settings: Readonly<Record<string, string>> =
      location.kind === 'postgres'
        ? { DATABASE_URL: location.url }
        : { DATA_DIR: location.directory }
    const run = (...parameters: string[]) =>
      runCommand(settings, process.execPath, 'server/import-shop.ts', ...parameters)
    const before = await run('--compare', file)
    expect(before).toMatchObject({ exitCode: 1 })
    const imported = await run(file)
    expect(imported).toEqual({
      exitCode: 0,
      output: expect.stringMatching(/\norders: \d+\n[^]*\nImported.* 0 differences\.\n$/),
    })
    expect(await run('--compare', file)).toEqual({ exitCode: 0, output: 'Equal.\n' })
    expect(await run(file)).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('in use'),
    })

    const database = await openDatabase(location, () => undefined)
    cleanUpLater(() => database.close())
    const rows = (db: Kysely<Schema>) =>
      sql<object>`select t.* from order_messages t order by id`.execute(db)
    expect((await rows(database.db)).rows).toEqual((await rows(shop.db)).rows)
    const account = sql`select access_token, refresh_token, scope from accounts where id = 'a'`
    expect((await account.execute(database.db)).rows).toEqual([
      { access_token: null, refresh_token: null, scope: 'identify' },
    ])
    const last = (db: Kysely<Schema>) =>
      sql<{ id: number }>`
        insert into audit_log (actor, action, subject) values ('code:1', 'x', 'y')
        returning id`.execute(db)
    expect((await last(database.db)).rows).toEqual((await last(shop.db)).rows)
    expect(await verifyLedger(database)).toMatchObject({ differences: [] })
    await expect(
      database.db.updateTable('krypto_transactions').set({ amount: 1 }).execute(),
    ).rejects.toThrow('only grows')
  })

  it('has files for people: spreadsheets without formulas, and pictures', async () => {
    const archive = await openArchive(file)
    expect(archive.manifest.sums).toMatchObject({ 'Kr of all balances': expect.any(String) })
    expect(await archive.readPicture('pictures/images/cafe.webp')).toEqual(
      Buffer.from([0, 255, 10, 13]),
    )
    const lines: string[] = []
    for await (const line of archive.readLines('spreadsheets/shop_items.csv')) lines.push(line)
    expect(lines[0]).toMatch(/^id,name,price,/)
    expect(lines.join('\n')).toContain(`"'${oddText.replaceAll('"', '""')}",250,`)
    await expect(archive.verify()).resolves.toBeUndefined()
  })

  it('is refused when a part is missing, a byte is another, or it is not ours', async () => {
    const target = await openTestDatabase()
    const before = await stateOf(target)
    const bytes = await readFile(file)
    const damaged = async (name: string, content: Uint8Array): Promise<string> => {
      const copy = path.join(folder, name)
      writeFileSync(copy, content)
      return importFile(target, copy)
    }
    for (const share of [0, 0.01, 0.3, 0.6, 0.9, 0.999]) {
      const cut = bytes.subarray(0, Math.floor(bytes.length * share))
      expect(await damaged('cut.zip', cut)).toMatch(/missing or damaged/)
    }
    expect(await damaged('cut.zip', bytes.subarray(0, -1))).toMatch(/missing or damaged/)
    for (const share of [0.1, 0.35, 0.6, 0.8]) {
      const changed = Buffer.from(bytes)
      const place = Math.floor(bytes.length * share)
      changed[place] = (changed[place] ?? 0) ^ 0x10
      expect(await damaged('changed.zip', changed)).toMatch(/damaged/)
    }
    expect(await damaged('text.zip', Buffer.from('id,name\n1,Anna\n'))).toMatch(/no ZIP/)
    expect(await stateOf(target)).toEqual(before)
  })

  it('is refused by another version, and by a shop in use, which stays as it is', async () => {
    const other = await openTestDatabase()
    await sql`insert into kysely_migration (name, timestamp) values ('9999_later', '')`.execute(
      other.db,
    )
    expect(await importFile(other, file)).toMatch(/tables are others/)

    const used = await openTestDatabase()
    await insertShopItem(used)
    const before = await stateOf(used)
    expect(await importFile(used, file)).toBe(
      'The new shop is in use: shop_items has rows. Nothing was changed; begin with an empty database or folder.',
    )
    expect(await stateOf(used)).toEqual(before)
  })

  it('names the table of which a row was changed', async () => {
    const copy = await openTestDatabase()
    expect(await importFile(copy, file)).toBe('imported')
    await copy.db.updateTable('shop_items').set({ price: 251 }).execute()
    await copy.db.deleteFrom('player_notes').execute()
    const differences = await compareArchive(copy.db, await openArchive(file))
    expect(differences).toContain('player_notes: 60 rows in the archive, 0 here.')
    expect(differences).toContain('shop_items: a row differs.')
  })

  it('writes the same moment of all tables', async () => {
    // Nothing of what happens meanwhile; the embedded database lets nothing happen.
    const copy = path.join(folder, 'busy.zip')
    const selling = insertShopItem(shop).then(() => insertShopItem(shop))
    await write(shop, copy)
    await selling
    const target = await openTestDatabase()
    expect(await importFile(target, copy)).toBe('imported')
  })
})

/** Rows of every kind, and what is most easily lost on the way. */
async function fill({ withoutStatementTimeout: db }: Database): Promise<void> {
  // Fixtures are of the tables of their age.
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  const migrator = new Migrator({ db, provider: migrationProvider })
  for (const [age, statements] of Object.entries(fixturesByMigration(60))) {
    const { error } = await migrator.migrateTo(age)
    if (error) throw error
    for (const statement of statements) await statement.execute(db)
  }
  const bytes = new Uint8Array([0, 255, 10, 13])
  await db.insertInto('images').values({ hash: 'cafe', bytes }).execute()
  await insertShopItem({ db }, { name: oddText })
  const { id: orderId } = await db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
  const message = { order_id: orderId, author: null, at: new Date('2026-03-29T00:59:59.123Z') }
  await db
    .insertInto('order_messages')
    .values([
      { ...message, text: oddText, picture: bytes },
      { ...message, text: '{}' },
    ])
    .execute()
  await sql`insert into users (id, name, email, email_verified) values ('a', 'A', 'a@x', true)`.execute(
    db,
  )
  await sql`
    insert into accounts (id, account_id, provider_id, user_id, access_token, refresh_token, scope, updated_at)
    values ('a', '1', 'discord', 'a', 'secret', 'secret', 'identify', now())`.execute(db)
  await sql`select setval(pg_get_serial_sequence('audit_log', 'id'), 9007199254740000)`.execute(db)
  await sql`
    insert into audit_log (actor, action, subject, after, created_at)
    values ('code:1', 'x', 'y', ${`{"big": 12345678901234567890.10, "text": "a\\nb"}`}::jsonb,
      '2026-10-25T01:30:00.000001+02')`.execute(db)
}

async function write(database: Database, file: string): Promise<void> {
  await database.withoutStatementTimeout.transaction().execute(async (trx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(trx)
    const output = Writable.toWeb(createWriteStream(file))
    await writeArchive(trx, output, {
      version: 'test',
      now: new Date('2026-11-30T12:00:00Z'),
      onProgress: () => undefined,
    })
  })
}

/** Returns `imported`, or the reason why not. */
async function importFile(target: Database, file: string): Promise<string> {
  try {
    const archive = await openArchive(file)
    await archive.verify()
    await importArchive(target.withoutStatementTimeout, archive)
    return 'imported'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function stateOf({ withoutStatementTimeout }: Database) {
  return withoutStatementTimeout.transaction().execute(async (trx) => {
    await useUtc(trx)
    const state: Record<string, unknown> = {}
    for (const table of await listTables(trx)) state[table] = await fingerprint(trx, table)
    return state
  })
}
