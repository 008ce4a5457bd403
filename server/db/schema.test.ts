import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { pino } from 'pino'
import { getMigrations } from 'better-auth/db/migration'
import { beforeAll, expect, it } from 'vitest'
import { describeOnEachDatabase } from '#test/database.ts'
import { readTableTypes, type ColumnTypes } from '#test/table-types.ts'
import { noInstrumentation } from '#test/no-instrumentation.ts'
import { readConfig } from '#server/app/config.ts'
import { createDiscordSignIn } from '#server/providers/discord/sign-in.ts'
import { createBetterAuth } from '#server/services/accounts/better-auth.ts'
import type { Database } from './database.ts'

const ownTables = sql`
  table_schema = 'public' and table_name not like 'kysely_%'`

describeOnEachDatabase('the tables', (openTestDatabase) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })

  it('match schema.ts, column by column', async () => {
    const sources = [
      'schema.ts',
      'account-tables.ts',
      'connection-tables.ts',
      'game-server-tables.ts',
      'team-tables.ts',
      'perk-tables.ts',
      'skin-tables.ts',
    ].map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
    expect(await readRealTables(database)).toEqual(readTableTypes(sources))
  })

  it('have all columns that sign-in needs', async () => {
    const config = readConfig({})
    const discordSignIn = createDiscordSignIn(config.discord, noInstrumentation)
    const log = pino({ level: 'silent' })
    const { options } = createBetterAuth({ config, database, discordSignIn, log })
    const { toBeCreated, toBeAdded } = await getMigrations(options)
    expect({ toBeCreated, toBeAdded }).toEqual({ toBeCreated: [], toBeAdded: [] })
  })
})

const scriptTypes: Readonly<Record<string, string>> = {
  text: 'string',
  'text[]': 'string[]',
  uuid: 'string',
  integer: 'number',
  bigint: 'number',
  boolean: 'boolean',
  jsonb: 'json',
  bytea: 'bytes',
  'timestamp with time zone': 'Date',
}

interface RealColumn {
  table: string
  column: string
  type: string
  nullable: boolean
  generated: boolean
}

async function readRealTables({ db }: Database): Promise<Record<string, ColumnTypes>> {
  const { rows } = await sql<RealColumn>`
    select table_name as table, column_name as column,
      case data_type when 'ARRAY' then substr(udt_name, 2) || '[]' else data_type end as type,
      is_nullable = 'YES' as nullable,
      column_default is not null or is_identity = 'YES' as generated
    from information_schema.columns where ${ownTables}`.execute(db)
  const tables: Record<string, ColumnTypes> = {}
  for (const { table, column, type, nullable, generated } of rows) {
    const columns = (tables[table] ??= {})
    columns[column] = { type: scriptTypes[type] ?? type, nullable, generated }
  }
  return tables
}
