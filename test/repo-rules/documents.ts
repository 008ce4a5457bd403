import path from 'node:path'
import type { SourceFile } from './source-files.ts'

/**
 * Missing paths that a Markdown document names in backticks or links to. `exists` gets paths from the
 * repository's root; links count from the document's folder.
 */
export function findDeadPaths(
  document: SourceFile,
  topNames: readonly string[],
  exists: (location: string) => boolean,
): string[] {
  const text = document.text.replaceAll(/^```.*?^```/gms, '')
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, location = '']) => location.replace(/:\d+$/, ''))
    .filter((location) => looksLikePath(location, topNames))
  const linked = [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)]
    .map(([, location = '']) => location)
    .filter((location) => !/^[a-z]+:/i.test(location))
    .map((location) => path.posix.join(path.posix.dirname(document.path), location))
  return [...new Set([...quoted, ...linked])]
    .filter((location) => !exists(location.replace(/\/$/, '')))
    .map((location) => `${document.path} names ${location}`)
}

/** `server/http/app.ts` and `.env.example` are paths of ours; `/api/orders`, `npm` and `<name>.ts` are not. */
function looksLikePath(location: string, topNames: readonly string[]): boolean {
  if (/[<>*{}|…$()=,]/.test(location) || location.startsWith('/')) return false
  const [first = ''] = location.split('/')
  if (location.includes('/')) return topNames.includes(first)
  return (
    /^[\w.-]+\.(ts|tsx|mjs|json|md|sql|css|yml|example)$/.test(location) &&
    !location.startsWith('.')
  )
}
