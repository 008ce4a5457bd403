import { expect, test } from 'vitest'
import { readImports } from './repo-rules/imports.ts'
import { readScripts } from './repo-rules/source-files.ts'
import { runScript } from './script.ts'

test('a process that a test starts has ten times as long for a statement', async () => {
  const script = runScript(`
    import pg from 'pg'
    console.log(new pg.Pool({ statement_timeout: 2 }).options.statement_timeout)`)
  await script.ended
  expect(script.output()).toBe('20\n')
})

test('stress runs and benches have the limits of the product', () => {
  const importers = readScripts().filter((script) =>
    readImports(script).some(({ to }) => to === 'test/wide-limits.ts'),
  )
  expect(importers.map(({ path }) => path)).toEqual(['playwright.config.ts', 'vitest.config.ts'])
})
