import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { defaultLanguage, type Language } from '#contract/language.ts'

const build = path.resolve(import.meta.dirname, '../../dist/web')

/** The JavaScript that a page's document names, compressed with brotli, in kB. */
export async function scriptKilobytes(page: string, language: Language): Promise<number> {
  const sizes = await Promise.all((await scriptsOf(page, language)).map(compressedBytes))
  return sizes.reduce((total, bytes) => total + bytes, 0) / 1000
}

/** The contents of those files, uncompressed. */
export async function readScripts(page: string, language: Language): Promise<readonly string[]> {
  const scripts = await scriptsOf(page, language)
  return Promise.all(scripts.map((script) => readFile(path.join(build, script), 'utf8')))
}

/** The address of every page of the build; `:` begins a variable segment. */
export async function listPages(): Promise<readonly string[]> {
  const folder = path.join(build, 'pages', defaultLanguage)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter(({ name }) => name === 'index.html')
    .map(({ parentPath }) => `/${path.relative(folder, parentPath).replaceAll('$', ':')}`)
    .toSorted()
}

async function scriptsOf(page: string, language: Language): Promise<readonly string[]> {
  const file = path.join(build, 'pages', language, page.replaceAll(':', '$'), 'index.html')
  const html = await readFile(file, 'utf8')
  const named = html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)
  return [...new Set([...named].map(([, script = '']) => script))]
}

async function compressedBytes(script: string): Promise<number> {
  return (await stat(path.join(build, `${script}.br`))).size
}
