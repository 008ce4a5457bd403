import { readFile } from 'node:fs/promises'
import { z } from 'zod'

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    src: z.string().optional(),
    css: z.array(z.string()).default([]),
    imports: z.array(z.string()).default([]),
    dynamicImports: z.array(z.string()).default([]),
  }),
)
export type Manifest = z.output<typeof manifestSchema>

export async function readManifest(file: string): Promise<Manifest> {
  return manifestSchema.parse(JSON.parse(await readFile(file, 'utf8')))
}

/** The modules of pages, as the manifest names them. */
export const pageModule = /-page\.tsx$/

/**
 * The addresses of a module's chunk and of all that it imports statically. @throws when the bundler
 * made no chunk of the module.
 */
export function chunksOf(manifest: Manifest, source: string): readonly string[] {
  const found = new Set<string>()
  const visit = (key: string): void => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`no chunk for ${key}`)
    if (found.has(`/${chunk.file}`)) return
    found.add(`/${chunk.file}`)
    chunk.imports.forEach(visit)
  }
  visit(source)
  return [...found]
}

/**
 * The addresses of chunks that are loaded on demand, such as a search, by the entry and some pages.
 * Pages themselves, which the entry all leads to, do not count.
 */
export function laterChunksOf(
  manifest: Manifest,
  entrySource: string,
  pageChunks: readonly string[],
): readonly string[] {
  const importedLater = (address: string): readonly string[] =>
    Object.values(manifest).find(({ file }) => `/${file}` === address)?.dynamicImports ?? []
  const entry = chunksOf(manifest, entrySource)
  const pages = new Set(entry.flatMap(importedLater).filter((key) => pageModule.test(key)))
  const found = new Set<string>()
  const visited = new Set<string>()
  const visit = (address: string): void => {
    if (visited.has(address)) return
    visited.add(address)
    for (const key of importedLater(address)) {
      if (pages.has(key)) continue
      for (const later of chunksOf(manifest, key)) {
        found.add(later)
        visit(later)
      }
    }
  }
  for (const address of [...entry, ...pageChunks]) visit(address)
  return [...found]
}

export function stylesheetsOf(manifest: Manifest): readonly string[] {
  const files = Object.values(manifest).flatMap(({ file, css }) => [file, ...css])
  return [...new Set(files.filter((file) => file.endsWith('.css')).map((file) => `/${file}`))]
}

/** The address of a module or file that the bundler emitted under a hashed name. */
export function emittedFile(manifest: Manifest, source: string): string {
  const chunk = manifest[source]
  if (!chunk) throw new Error(`the bundler emitted nothing for ${source}`)
  return `/${chunk.file}`
}
