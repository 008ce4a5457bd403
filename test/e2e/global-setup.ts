import { buildWebIfStale } from '#scripts/build-web.ts'
import { preparePostgres } from '#test/database-setup.ts'
import { serverUrlName, templateName } from './fixtures.ts'

/** Runs once before all journeys; the returned function runs after them. */
export default async function setUp(): Promise<() => Promise<void>> {
  const { template, end } = await preparePostgres(buildWebIfStale())
  if (template.available) {
    process.env[serverUrlName] = template.serverUrl
    process.env[templateName] = template.template
  }
  return end
}
