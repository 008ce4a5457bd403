import type { SourceFile } from './source-files.ts'

const longestAllowedLines = 400

/** Names that do not describe a content, so that everything ends up there. */
const drawers = /(^|\/)(utils?|helpers?|common|misc|shared|stuff)(\/|\.|$)/i

export function findDrawers(paths: readonly string[]): string[] {
  return paths.filter((path) => drawers.test(path))
}

export function countLines(text: string): number {
  return text.replace(/\n$/, '').split('\n').length
}

export function findLongFiles(files: readonly SourceFile[]): string[] {
  return files
    .map(({ path, text }) => ({ path, lines: countLines(text) }))
    .filter(({ lines }) => lines > longestAllowedLines)
    .map(({ path, lines }) => `${path} has ${lines} lines`)
}
