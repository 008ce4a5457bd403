import { expect, test } from 'vitest'
import { runScript } from './script.ts'

test('a process that a test starts has ten times as long for a statement', async () => {
  const script = runScript(`
    import pg from 'pg'
    console.log(new pg.Pool({ statement_timeout: 2 }).options.statement_timeout)`)
  await script.ended
  expect(script.output()).toBe('20\n')
})
