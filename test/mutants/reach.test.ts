import { expect, it } from 'vitest'
import { findTests } from './reach.ts'
import { mutantsOf } from './sample.ts'
import type { TestFileResult } from './task.ts'

const text = 'const table = [1]\nfunction f() { return [2] }\nfunction g() { return 3 }'
const [inTable, inF] = mutantsOf('domain', 'domain/a.ts', text).filter(
  ({ operator }) => operator === 'list emptied',
)
const blockOf = (name: string): string =>
  `domain/a.ts:${text.indexOf('{', text.indexOf(`${name}()`))}`

function testFile(
  path: string,
  reached: readonly string[],
  reachedAtLoad: readonly string[] = [],
): TestFileResult {
  const project = path.startsWith('server') ? 'database' : 'rules'
  const names = { reached: reached.map(blockOf), reachedAtLoad: reachedAtLoad.map(blockOf) }
  return { testFile: path, project, passed: true, seconds: 1, ...names }
}

const found = (mutant: typeof inF, ...results: TestFileResult[]): string[] =>
  mutant ? findTests(mutant, text, results).map((result) => result.testFile) : []

it('tries the tests beside a mutant first, then those that enter most of its file', () => {
  const order = ['domain/z.test.ts', 'web/b.test.ts', 'web/a.test.ts', 'server/a.test.ts']
  expect(
    found(
      inF,
      testFile('server/a.test.ts', ['f', 'g']),
      testFile('web/a.test.ts', ['f']),
      testFile('web/b.test.ts', ['f', 'g']),
      testFile('web/c.test.ts', ['g']),
      testFile('domain/z.test.ts', ['f']),
    ),
  ).toEqual(order)
})

it('takes every test of a file for what runs when the file is loaded', () => {
  const others = [testFile('web/a.test.ts', ['g']), testFile('web/b.test.ts', [])]
  expect(found(inTable, ...others)).toEqual(['web/a.test.ts'])
  expect(found(inF, ...others)).toEqual([])
  expect(found(inF, ...others, testFile('web/c.test.ts', [], ['f']))).toEqual(['web/a.test.ts'])
})
