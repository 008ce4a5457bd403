import path from 'node:path'
import { parseSync } from 'vite'
import type { SourceFile } from './source-files.ts'

/** A file's import of another file or a package. */
export interface ImportReference {
  readonly from: string
  /** A path of the repository, or the name of a package (`node:fs`, `@hono/node-server`). */
  readonly to: string
  readonly kind: 'file' | 'package'
  /** Removed at run time. */
  readonly typeOnly: boolean
  /** Loaded when the code needs it, not with the file. */
  readonly late: boolean
}

/** Everything a script imports: statements, re-exports, `import('…')` and `new URL('…', import.meta.url)`. */
export function readImports({ path: from, text }: SourceFile): ImportReference[] {
  const { module, errors } = parseSync(from, text)
  if (errors.length > 0) throw new Error(`${from} cannot be parsed: ${errors[0]?.message}`)
  const statements = module.staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
    late: false,
  }))
  const reexports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest ? [{ specifier: moduleRequest.value, typeOnly: isType, late: false }] : [],
    ),
  )
  const dynamic = module.dynamicImports.flatMap(({ moduleRequest }) =>
    quotedText(text.slice(moduleRequest.start, moduleRequest.end)),
  )
  const urls = [...text.matchAll(/new URL\(\s*(['"]\.[^'"]+['"]),\s*import\.meta\.url/g)].flatMap(
    ([, specifier = '']) => quotedText(specifier),
  )
  const atRunTime = [...dynamic, ...urls].map((specifier) => ({
    specifier,
    typeOnly: false,
    late: true,
  }))
  return [...statements, ...reexports, ...atRunTime].map(({ specifier, ...how }) => ({
    ...resolve(from, specifier),
    ...how,
  }))
}

function quotedText(expression: string): string[] {
  const match = /^(['"])(.+)\1$/.exec(expression)
  return match?.[2] ? [match[2]] : []
}

function resolve(from: string, specifier: string): Pick<ImportReference, 'from' | 'to' | 'kind'> {
  const [bare = ''] = specifier.split('?')
  if (bare.startsWith('.')) {
    return { from, to: path.posix.join(path.posix.dirname(from), bare), kind: 'file' }
  }
  // `#domain/cart.ts`, as package.json's `imports` has it.
  if (bare.startsWith('#')) return { from, to: bare.slice(1), kind: 'file' }
  // The small variant of zod, which is allowed where the whole is not.
  if (bare === 'zod/mini') return { from, to: bare, kind: 'package' }
  const parts = bare.split('/')
  const name = bare.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '')
  return { from, to: name, kind: 'package' }
}
