import '#test/pages-site.ts'
import { test as base } from '@playwright/test'
import { createPostgresDatabase, dropPostgresDatabase } from '#test/postgres-databases.ts'
import { startProduct, type ProductSettings, type RunningProduct } from '#test/product.ts'
import { waitForHydration } from './hydration.ts'
import { collectPageErrors } from './page-errors.ts'
import { translatePages } from './translator.ts'

export { expect } from '@playwright/test'

/** Variables by which `global-setup.ts` names the run's Postgres to the workers. */
export const serverUrlName = 'JOURNEYS_POSTGRES_SERVER'
export const templateName = 'JOURNEYS_POSTGRES_TEMPLATE'

interface TestFixtures {
  /** Errors that a test causes on purpose: those that match one of these do not fail it. */
  readonly expectedErrors: readonly RegExp[]
  readonly noPageErrors: undefined
}

interface WorkerFixtures {
  /**
   * Settings of the product in addition to sandbox mode. Tests with other settings need another
   * product, which costs a start per worker: so far only `admin-area.ts` has one, for hosted buttons.
   */
  readonly productSettings: ProductSettings
  /**
   * The whole product on the database of this run, one per worker. Tests share its data, so each
   * brings its own names.
   */
  readonly product: RunningProduct
}

/**
 * A journey in the browser. Anything that `collectPageErrors` sees in any of its pages fails it. Do not
 * mark one with `test.fail`: when the product itself cannot start, Playwright then lets the tests
 * after it pass without running them.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  productSettings: [{ TRUSTED_PROXIES: '127.0.0.1' }, { scope: 'worker', option: true }],
  product: [
    async ({ productSettings }, use, { project }) => {
      const run = async (settings: ProductSettings): Promise<void> => {
        const product = await startProduct(settings)
        await use(product)
        await product.stop()
      }
      await (project.name === 'postgres'
        ? withPostgresDatabase((url) => run({ ...productSettings, DATABASE_URL: url }))
        : run(productSettings))
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await newContext(options)
        await context.addInitScript(widenLimits)
        return context
      }
      await use(browser)
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => use(product.origin),
  expectedErrors: [[], { option: true }],
  noPageErrors: [
    async ({ context, expectedErrors }, use, { tags }) => {
      waitForHydration(context)
      if (tags.includes('@translated')) await translatePages(context)
      const errors = collectPageErrors(context)
      await use(undefined)
      const unexpected = errors.filter(
        (error) => !expectedErrors.some((pattern) => pattern.test(error)),
      )
      if (unexpected.length > 0) throw new Error(`In the browser:\n${unexpected.join('\n')}`)
    },
    { auto: true },
  ],
})

/** Runs in each page: its requests have ten times as long, as those of the server (`test/wide-limits.ts`). */
function widenLimits(): void {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  AbortSignal.timeout = (milliseconds) => timeout(10 * milliseconds)
}

let networks = 0

/** Comes from a network that no other test of this worker's product uses. */
export function fromOwnNetwork(): Readonly<Record<string, string>> {
  networks += 1
  return { 'x-forwarded-for': `10.0.${networks >> 8}.${networks & 255}` }
}

/** Passes on the address of a new, migrated Postgres database, and deletes it afterwards. */
async function withPostgresDatabase(use: (url: string) => Promise<void>): Promise<void> {
  const { [serverUrlName]: serverUrl, [templateName]: template } = process.env
  if (!serverUrl || !template) throw new Error('this run has no Postgres')
  const { name, url } = await createPostgresDatabase(serverUrl, template)
  try {
    await use(url)
  } finally {
    await dropPostgresDatabase(serverUrl, name)
  }
}
