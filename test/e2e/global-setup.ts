import { buildWebIfStale } from '../../scripts/build-web.ts'
import { preparePostgres } from '../database-setup.ts'
import { createPostgresDatabase, dropPostgresDatabase } from '../postgres-databases.ts'

/** The workers, which Playwright starts afterwards, are given nothing but these. */
const serverUrlName = 'JOURNEYS_POSTGRES_SERVER'
const templateName = 'JOURNEYS_POSTGRES_TEMPLATE'

/** Runs once before all journeys; the returned function runs after them. */
export default async function setUp(): Promise<() => Promise<void>> {
  const [{ template, end }] = await Promise.all([preparePostgres(), buildWebIfStale()])
  if (template.available) {
    process.env[serverUrlName] = template.serverUrl
    process.env[templateName] = template.template
  }
  return end
}

/** Does something with a new, migrated Postgres database, which is deleted afterwards. */
export async function withPostgresDatabase(use: (url: string) => Promise<void>): Promise<void> {
  const { [serverUrlName]: serverUrl, [templateName]: template } = process.env
  if (!serverUrl || !template) throw new Error('this run has no Postgres')
  const { name, url } = await createPostgresDatabase(serverUrl, template)
  try {
    await use(url)
  } finally {
    await dropPostgresDatabase(serverUrl, name)
  }
}
