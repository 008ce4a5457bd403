import type { SourceFile } from './source-files.ts'

/** Files that may contain a name of this community: its settings, the project's documents, and tests. */
const named = /^site\/|\.md$|^content\/|^test\/|\.(test|spec)\.tsx?$/

const text = /\.(ts|tsx|mjs|js|json|html|css|svg|webmanifest|txt|xml|yml|yaml)$/

export function isHeldToAnyCommunity(path: string): boolean {
  return text.test(path) && !named.test(path)
}

/** Files that name this community, so that another one would have to change them. */
export function findNames(files: readonly SourceFile[], names: readonly string[]): string[] {
  return files.flatMap(({ path, text: source }) =>
    names.filter((name) => source.includes(name)).map((name) => `${path} says ${name}`),
  )
}
