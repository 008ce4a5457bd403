import path from 'node:path'

/** A file of tests: its path from the root, with slashes. */
export interface TestFile {
  readonly path: string
  readonly text: string
}

export interface Choice {
  /** Folders that end in a slash, source files, or parts of a path. */
  readonly words: readonly string[]
  /** Files that differ from the last commit. */
  readonly touched: readonly string[]
  /** Tests that reach one of the source files, however indirectly. */
  readonly related: readonly string[]
}

/** Files that no module imports, and the tests that read them; all by the beginning of their paths. */
const testsOfTexts = [
  ['server/db/functions/', 'server/db/'],
  ['web/i18n/messages/', 'web/i18n/'],
  ['web/i18n/messages/', 'test/repo-rules/messages.'],
  ['content/messages/', 'server/services/messages/message-texts.'],
  ['content/', 'server/services/documents/'],
  ['test/specification/price-table.', 'test/repo-rules/price-table.'],
] as const

/** The files, in their order, that are chosen in any way. */
export function chooseTests(
  files: readonly TestFile[],
  { words, touched, related }: Choice,
): string[] {
  const sources = sourcesOf(words, touched)
  const chosen = new Set([...related, ...touched])
  const beginnings = testsOfTexts
    .filter(([text]) => sources.some((source) => source.startsWith(text)))
    .map(([, tests]) => tests)
  return files
    .filter(
      (file) =>
        chosen.has(file.path) ||
        words.some((word) => isNamed(file, word)) ||
        beginnings.some((beginning) => file.path.startsWith(beginning)) ||
        (file.path.endsWith('.spec.ts') && sources.some((source) => imports(file, source))),
    )
    .map((file) => file.path)
}

/** The files whose tests are wanted. */
export function sourcesOf(words: readonly string[], touched: readonly string[]): string[] {
  return [...words.filter((word) => path.extname(word) !== ''), ...touched]
}

function isNamed(file: TestFile, word: string): boolean {
  if (word.endsWith('/')) return file.path.startsWith(word)
  return file.path.includes(word.replace(/(?<!\.test|\.spec)\.tsx?$/, '.'))
}

/** By the file's name. Indirect imports do not count: nearly all journeys share them. */
function imports({ text }: TestFile, source: string): boolean {
  return text.includes(`/${path.basename(source)}'`)
}
