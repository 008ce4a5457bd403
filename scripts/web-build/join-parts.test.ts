import { expect, test } from 'vitest'
import { joinParts, type BundledFile } from './join-parts.ts'

/** A file of one module; a page, which the client loads later, if its name ends so. */
function file(name: string, imports: readonly string[], bytes = 1000): BundledFile {
  const code = 'x'.repeat(bytes)
  return { fileName: name, code, moduleIds: [`${name}.ts`], imports, dynamicImports: [] }
}

/** Which files are joined, of those that are no pages. */
function joinedFiles(
  files: readonly BundledFile[],
  weightOf: (file: BundledFile) => number = () => 1,
) {
  const isPage = ({ fileName }: BundledFile) => fileName.endsWith('page')
  const dynamicImports = files.filter(isPage).map(({ fileName }) => fileName)
  const bundle = [...files, { ...file('client', []), dynamicImports }]
  const names = joinParts(bundle, (one) => one.fileName !== 'client' && !isPage(one), weightOf)
  const groups = Map.groupBy(names, ([, name]) => name)
  return [...groups.values()].map((group) => group.map(([id]) => id.replace('.ts', '')).toSorted())
}

test('joins what the same pages load', () => {
  const pages = [file('cart page', ['a', 'b']), file('shop page', ['a', 'b'])]
  expect(joinedFiles([...pages, file('a', [], 90_000), file('b', [])])).toEqual([['a', 'b']])
})

test('joins small files of different pages, but no large one, with all that it imports', () => {
  const pages = [file('cart page', ['a', 'b']), file('shop page', ['a'])]
  expect(joinedFiles([...pages, file('a', []), file('b', [])])).toEqual([['a', 'b']])
  expect(joinedFiles([...pages, file('a', []), file('b', [], 30_000)])).toHaveLength(2)
  const importing = [...pages, file('a', []), file('b', ['c']), file('c', [], 30_000)]
  expect(joinedFiles(importing)).toEqual([['a'], ['b', 'c']])
})

test('lets a page that counts more load nothing without need', () => {
  const files = [
    file('home page', ['a']),
    file('cart page', ['a', 'b']),
    file('a', []),
    file('b', []),
  ]
  expect(joinedFiles(files)).toHaveLength(1)
  expect(joinedFiles(files, ({ fileName }) => (fileName === 'home page' ? 20 : 1))).toHaveLength(2)
})
