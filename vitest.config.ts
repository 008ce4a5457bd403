import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    reporters: ['default'],
    maxWorkers: 3,
    // Against hanging only: a busy machine must not fail a test.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['{domain,contract,web,sandbox,scripts,test/repo-rules}/**/*.test.{ts,tsx}'],
          globalSetup: ['test/compiled-messages.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['{server,bench,test}/**/*.test.ts'],
          exclude: ['test/repo-rules/**', 'test/e2e/**', 'test/torture/**'],
          globalSetup: ['test/compiled-messages.ts', 'test/database-setup.ts'],
          // Only to end what hangs: a busy machine takes long to start a database.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
