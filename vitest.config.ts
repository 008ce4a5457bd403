import { defineConfig } from 'vitest/config'
import './test/wide-limits.ts'

const isolated = '**/*.isolated.test.{ts,tsx}'

export default defineConfig({
  test: {
    reporters: ['default'],
    maxWorkers: 2,
    // Against hanging only: a busy machine must not fail a test.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // Some polls compare the whole shop, which would take a processor at the usual 50 milliseconds.
    expect: { poll: { timeout: 300_000, interval: 100 } },
    // Files share what they import, which is most of the time that they would take: a module must
    // not change for good. Apart is what puts another module in one's place, or judges all that a
    // module keeps.
    isolate: false,
    setupFiles: ['test/seed.ts'],
    // The messages are fifteen hundred modules: Node reads them once, instead of again for each test
    // that begins with fresh modules. And their language and the community, which must be the same for all.
    server: {
      deps: { external: [/\/web\/(?:i18n\/(?:paraglide\/|runtime\.ts$)|app\/site\.ts$)/] },
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['{domain,contract,web,sandbox,scripts,test/repo-rules}/**/*.test.{ts,tsx}'],
          exclude: [isolated],
          setupFiles: ['test/pages-site.ts'],
          globalSetup: ['test/compiled-messages.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['{server,bench,test}/**/*.test.ts'],
          exclude: ['test/repo-rules/**', 'test/e2e/**', isolated],
          globalSetup: ['test/compiled-messages.ts', 'test/database-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: [isolated],
          exclude: ['node_modules/**'],
          isolate: true,
          setupFiles: ['test/pages-site.ts'],
          globalSetup: ['test/compiled-messages.ts', 'test/database-setup.ts'],
        },
      },
    ],
  },
})
