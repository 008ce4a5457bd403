import { getMigrations } from 'better-auth/db/migration'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, expect, it } from 'vitest'
import { describeOnEachDatabase } from '#test/database.ts'
import { noInstrumentation } from '#test/no-instrumentation.ts'
import { readConfig } from '#server/app/config.ts'
import { createDiscordSignIn } from '#server/providers/discord/sign-in.ts'
import { createBetterAuth } from '#server/services/accounts/better-auth.ts'
import type { Database } from './database.ts'

describeOnEachDatabase('the tables', (openTestDatabase) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })

  it('have all columns that sign-in needs', async () => {
    const config = readConfig({})
    const discordSignIn = createDiscordSignIn(config.discord, noInstrumentation)
    const log = pino({ level: 'silent' })
    const { options } = createBetterAuth({ config, database, discordSignIn, log })
    const { toBeCreated, toBeAdded } = await getMigrations(options)
    expect({ toBeCreated, toBeAdded }).toEqual({ toBeCreated: [], toBeAdded: [] })
  })

  // Without one, deleting a row looks through all rows that may refer to it.
  it('have an index for each foreign key', async () => {
    const { rows } = await sql`
      select c.conname as name from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
        select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = a.attnum
          and coalesce(pg_get_expr(i.indpred, i.indrelid), '')
            in ('', format('(%I IS NOT NULL)', a.attname)))`.execute(database.db)
    expect(rows).toEqual([])
  })
})
