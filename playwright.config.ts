import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.ts'
import { findPostgresBinaries } from './test/postgres-binaries.ts'
import './test/wide-limits.ts'

const chromium = await findChromium(process.env)

const { TEST_DATABASE_URL, TEST_DATABASES, PATH = '' } = process.env
const hasPostgres = Boolean(TEST_DATABASE_URL) || findPostgresBinaries(PATH) !== undefined
/** The database of each journey's product: production's, where it can be started. */
const databases = hasPostgres
  ? TEST_DATABASES === 'both'
    ? ['postgres', 'embedded']
    : ['postgres']
  : ['embedded']

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  // Playwright empties this folder at each start; other reports are beside it.
  outputDir: 'test-results/journeys',
  // Beside twenty busy programs on two processors the slowest step takes eight seconds, and the longest
  // journey one minute: only what never comes reaches these limits.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  // A broken product fails many journeys, each at such a limit. `--max-failures=0` runs all.
  maxFailures: 10,
  workers: 2,
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
  globalSetup: './test/e2e/global-setup.ts',
  projects: databases.map((name) => ({ name })),
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    locale: 'fr-FR',
    // Drawing motion takes processor time that no journey looks at; the journey of the confetti turns it on.
    contextOptions: { reducedMotion: 'reduce' },
    // It fetches a hundred files in the background, and no journey expects its errors offline; the journeys
    // of reading offline allow it.
    serviceWorkers: 'block',
    // Recording costs a seventh of the time; to see a failure, run its file with `--trace=on`.
    trace: process.env.CI === undefined ? 'off' : 'retain-on-failure',
    launchOptions: {
      executablePath: chromium.executablePath,
      env: { ...definedOnly(process.env), ...chromium.env },
      // Tests run as root in containers, where Chromium's own sandbox cannot start.
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
    },
  },
})

function definedOnly(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )
}
