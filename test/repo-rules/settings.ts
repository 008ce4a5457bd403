import { parseSync } from 'vite'
import type { SourceFile } from './source-files.ts'

/** Folders whose code gets its settings as arguments. */
const folders = /^(server|sandbox|web|domain|contract|site)\//

/** Where settings are read, and a program that refuses to run in production. */
const readers = new Set(['server/app/config.ts', 'sandbox/main.ts'])

/** Files of the product that reach for `process.env`, in any of its spellings. */
export function findEnvironmentReaders(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => folders.test(path) && !readers.has(path) && !/\.test\.tsx?$/.test(path))
    .filter(({ path, text }) => readsEnvironment(withoutComments(path, text)))
    .map(({ path }) => path)
}

function readsEnvironment(code: string): boolean {
  return /process\s*(\??\.\s*env\b|(\?\.)?\[|\s*$)|[=(,]\s*process\b(?!\s*[.?[])|['"](node:)?process['"]|import\.meta\.env\b/m.test(
    code,
  )
}

function withoutComments(path: string, text: string): string {
  return parseSync(path, text).comments.reduceRight(
    (code, { start, end }) => code.slice(0, start) + code.slice(end),
    text,
  )
}

/** The names that an example of settings lists: `NAME=value`, also behind `# ` when it is optional. */
export function listExampleSettings(text: string): string[] {
  return text.split('\n').flatMap((line) => /^(?:# ?)?([A-Z][A-Z0-9_]+)=\S*$/.exec(line)?.[1] ?? [])
}
