import { pino } from 'pino'
import { getMigrations } from 'better-auth/db/migration'
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
})
