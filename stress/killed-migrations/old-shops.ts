import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import { Migrator } from 'kysely/migration'
import { openDatabase, type DatabaseLocation } from '#server/db/database.ts'
import { migrate, migrationProvider } from '#server/db/migrate.ts'
import { createPostgresDatabase, dropPostgresDatabase } from '#test/postgres-databases.ts'
import { makeTemporaryFolder } from '#test/temporary-folder.ts'
import { readContents, type Contents } from './contents.ts'
import { fixturesByMigration } from './fixtures.ts'

/** A shop at some age, with its whole history until then. */
export interface OldShop {
  /** The newest migration of its age; `empty` before the first one. */
  readonly age: string
  /** Its data after an undisturbed migration. */
  readonly expected: Contents
  /** Makes another copy of it. */
  readonly copy: () => Promise<Copy>
  readonly remove: () => Promise<void>
}

export interface Copy {
  readonly location: DatabaseLocation
  readonly remove: () => Promise<void>
}

/** Copies databases of one kind. */
interface Shelf {
  readonly empty: () => Promise<Copy>
  readonly copyOf: (original: Copy) => Promise<Copy>
}

/** Builds a shop through all ages, keeping a copy of each. */
export async function buildOldShops(postgresUrl: string | null, rows: number): Promise<OldShop[]> {
  const shelf = postgresUrl === null ? embeddedShelf() : postgresShelf(postgresUrl)
  const growing = await shelf.empty()
  const shops: OldShop[] = []
  for (const age of ['empty', ...Object.keys(await migrationProvider.getMigrations())]) {
    if (age !== 'empty') await fillShop(growing.location, age, rows)
    shops.push(await keep(shelf, growing, age))
  }
  await growing.remove()
  return shops
}

async function keep(shelf: Shelf, growing: Copy, age: string): Promise<OldShop> {
  const kept = age === 'empty' ? null : await shelf.copyOf(growing)
  const copy = () => (kept ? shelf.copyOf(kept) : shelf.empty())
  const reference = await copy()
  const database = await openDatabase(reference.location, () => undefined)
  await migrate(database.withoutStatementTimeout)
  await database.close()
  const expected = await readContents(reference.location)
  await reference.remove()
  return { age, expected, copy, remove: async () => kept?.remove() }
}

async function fillShop(location: DatabaseLocation, age: string, rows: number): Promise<void> {
  const { withoutStatementTimeout, close } = await openDatabase(location, () => undefined)
  const migrator = new Migrator({ db: withoutStatementTimeout, provider: migrationProvider })
  const { error } = await migrator.migrateTo(age)
  if (error) throw error
  const fixtures = fixturesByMigration(rows)[age]
  if (!fixtures) throw new Error(`no fixtures of a shop after ${age}: see fixtures.ts`)
  for (const statement of fixtures) await statement.execute(withoutStatementTimeout)
  await close()
}

function postgresShelf(serverUrl: string): Shelf {
  const create = async (template?: string): Promise<Copy & { readonly name: string }> => {
    const { name, url } = await createPostgresDatabase(serverUrl, template)
    return {
      name,
      location: { kind: 'postgres', url },
      remove: () => dropPostgresDatabase(serverUrl, name),
    }
  }
  return {
    empty: () => create(),
    copyOf: ({ location }) =>
      create(location.kind === 'postgres' ? new URL(location.url).pathname.slice(1) : undefined),
  }
}

function embeddedShelf(): Shelf {
  return {
    empty: () => Promise.resolve(createFolder()),
    copyOf: async ({ location }) => {
      const copy = createFolder()
      if (location.kind === 'embedded') {
        await cp(location.directory, copy.directory, { recursive: true })
      }
      return copy
    },
  }
}

function createFolder(): Copy & { readonly directory: string } {
  const folder = makeTemporaryFolder('kryptonique-old-shop-')
  const directory = path.join(folder, 'data')
  return {
    directory,
    location: { kind: 'embedded', directory },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
