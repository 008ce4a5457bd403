import { rmSync } from 'node:fs'
import path from 'node:path'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { openDatabase, type DatabaseLocation } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { startJobQueue } from '#server/jobs/job-queue.ts'
import { createPostgresDatabase, dropPostgresDatabase } from './postgres-databases.ts'
import { startPostgres } from './postgres.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

/** Templates for the databases of the test files: empty ones of both kinds, with all tables. */
export interface DatabaseTemplates {
  /** The kinds that a suite runs on by default. */
  readonly kinds: readonly DatabaseLocation['kind'][]
  readonly embeddedFolder: string
  readonly postgres:
    | { readonly available: true; readonly serverUrl: string; readonly template: string }
    | { readonly available: false; readonly reason: string }
}

declare module 'vitest' {
  interface ProvidedContext {
    databaseTemplates: DatabaseTemplates
  }
}

/** Runs once before all test files that use databases; the returned function runs after them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = makeTemporaryFolder('kryptonique-embedded-')
  const embeddedFolder = path.join(folder, 'template')
  const postgres = await preparePostgres(prepare({ kind: 'embedded', directory: embeddedFolder }))
  const runsOnBoth = process.env.TEST_DATABASES === 'both'
  project.provide('databaseTemplates', {
    kinds: postgres.template.available
      ? runsOnBoth
        ? ['embedded', 'postgres']
        : ['postgres']
      : ['embedded'],
    embeddedFolder,
    postgres: postgres.template,
  })
  return async () => {
    await postgres.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

export interface PreparedPostgres {
  readonly template: DatabaseTemplates['postgres']
  readonly end: () => Promise<void>
}

/**
 * Starts the run's Postgres, unless one is given, and makes the template, while `meanwhile` runs.
 * Stops it when either fails.
 */
export async function preparePostgres(meanwhile: Promise<unknown>): Promise<PreparedPostgres> {
  const [postgres, other] = await Promise.allSettled([startPrepared(), meanwhile])
  if (postgres.status === 'rejected') throw postgres.reason
  if (other.status === 'fulfilled') return postgres.value
  await postgres.value.end()
  throw other.reason
}

async function startPrepared(): Promise<PreparedPostgres> {
  const givenUrl = process.env.TEST_DATABASE_URL
  if (givenUrl) return prepareTemplate(givenUrl)
  const result = await startPostgres(process.env, { isDurable: false })
  if (!result.available) return { template: result, end: () => Promise.resolve() }
  const { url, remove } = result.server
  try {
    const { template, end } = await prepareTemplate(url)
    return {
      template,
      end: async () => {
        await end()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

async function prepareTemplate(serverUrl: string): Promise<PreparedPostgres> {
  const { url, name } = await createPostgresDatabase(serverUrl)
  const end = () => dropPostgresDatabase(serverUrl, name)
  try {
    await prepare({ kind: 'postgres', url })
  } catch (error) {
    await end()
    throw error
  }
  return { template: { available: true, serverUrl, template: name }, end }
}

async function prepare(location: DatabaseLocation): Promise<void> {
  const database = await openDatabase(location, failLoudly)
  try {
    await migrate(database.db)
    // Creating the job queue's tables takes a third of a product's start.
    const jobs = await startJobQueue(database, pino({ level: 'silent' }), (_queue, _id, run) =>
      run(),
    )
    await jobs.stop(0)
  } finally {
    // An open connection would fail loudly when its server stops, and hide why a migration failed.
    await database.close()
  }
}

function failLoudly(error: Error): void {
  throw error
}
