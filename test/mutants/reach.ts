import path from 'node:path'
import { findBlocks, isWithin } from './mutations.ts'
import type { Mutant } from './sample.ts'
import type { TestFileResult } from './task.ts'

/** How many files that use a database are tried before a mutant counts as survived. */
const mostDatabaseFiles = 30

/**
 * The test files that reach a mutant, most likely to catch it first: those beside it, then those
 * that enter the most blocks of its file. Any test that enters a block of the file also reaches the
 * code that runs when it is loaded.
 */
export function findTests(
  mutant: Mutant,
  text: string,
  results: readonly TestFileResult[],
): TestFileResult[] {
  const blocksAtLoad = new Set(results.flatMap(({ reachedAtLoad }) => reachedAtLoad))
  const [block] = findBlocks(mutant.file, text)
    .filter((outer) => isWithin(mutant, outer))
    .toSorted((a, b) => b.start - a.start || a.end - b.end)
  const name = block && `${mutant.file}:${block.start}`
  const isStatic = name === undefined || blocksAtLoad.has(name)
  const found = results
    .map((result) => ({
      result,
      isBeside: path.posix.dirname(result.testFile) === path.posix.dirname(mutant.file),
      entered: result.reached.filter((reached) => reached.startsWith(`${mutant.file}:`)),
    }))
    .filter(({ entered }) => (isStatic ? entered.length > 0 : entered.includes(name)))
    .toSorted(
      (a, b) =>
        Number(b.isBeside) - Number(a.isBeside) ||
        b.entered.length - a.entered.length ||
        (a.result.testFile < b.result.testFile ? -1 : 1),
    )
    .map(({ result }) => result)
  return [
    ...found.filter(isQuick),
    ...found.filter((result) => !isQuick(result)).slice(0, mostDatabaseFiles),
  ]
}

/** Needs no database. */
function isQuick({ project }: TestFileResult): boolean {
  return project === 'rules'
}
