import path from 'node:path'

/** A file of tests: its path from the root, with slashes. */
export interface TestFile {
  readonly path: string
  readonly text: string
}

/**
 * The tests that words name (part of a path, or a source file, with the tests of its name and those that
 * import it), and those that differ from the last commit (`touched`) or import a file that does.
 */
export function chooseTests(
  files: readonly TestFile[],
  words: readonly string[],
  touched: readonly string[],
): string[] {
  const sources = [...words.filter((word) => path.extname(word) !== ''), ...touched]
  const parts = words.map((word) => word.replace(/(?<!\.test|\.spec)\.tsx?$/, '.'))
  return files
    .filter(
      (file) =>
        parts.some((part) => file.path.includes(part)) ||
        sources.some((source) => source === file.path || imports(file, source)),
    )
    .map((file) => file.path)
}

/**
 * By the file's name. Indirect imports do not count: the suites that start the shop import nearly
 * all of it.
 */
function imports({ text }: TestFile, source: string): boolean {
  return text.includes(`/${path.basename(source)}'`)
}
