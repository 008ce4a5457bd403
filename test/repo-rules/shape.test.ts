import { describe, expect, it } from 'vitest'
import { median } from '#bench/report.ts'
import { countLines, findDrawers, findLongFiles } from './shape.ts'
import { listFiles, readScripts } from './source-files.ts'

const scripts = readScripts()

it('no file is longer than a person reads in one go', () => {
  const written = scripts.filter(({ path }) => path !== 'server/db/rows.d.ts')
  expect(findLongFiles(written)).toEqual([])
})

it('most files fit on one screen or two', ({ annotate }) => {
  const lines = median(scripts.map(({ text }) => countLines(text)))
  expect(lines).toBeLessThan(100)
  return annotate(`median file length: ${lines} lines`)
})

it('no file or folder is a drawer for everything', () => {
  expect(findDrawers(listFiles())).toEqual([])
})

describe('the check', () => {
  it('counts lines as an editor does', () => {
    expect([countLines('a'), countLines('a\n'), countLines('a\nb\n')]).toEqual([1, 1, 2])
  })

  it('finds a file of 401 lines and leaves one of 400', () => {
    const files = [400, 401].map((lines) => ({ path: `${lines}.ts`, text: '\n'.repeat(lines) }))
    expect(findLongFiles(files)).toEqual(['401.ts has 401 lines'])
  })

  it('finds drawers as files and as folders, and no words that only contain their names', () => {
    const paths = ['server/utils.ts', 'web/helpers/money.ts', 'web/Common.tsx', 'docs/utilities.md']
    expect(findDrawers(paths)).toEqual(paths.slice(0, 3))
  })
})
