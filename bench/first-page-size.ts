import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { languages } from '../contract/language.ts'
import { buildWebIfStale } from '../scripts/build-web.ts'
import { report } from './report.ts'

const build = path.resolve(import.meta.dirname, '../dist/web')

/** JavaScript that `/` names, in brotli, per language (F1). */
export async function firstPageSize(): Promise<void> {
  await buildWebIfStale()
  for (const language of languages) {
    const html = await readFile(path.join(build, 'pages', language, 'index.html'), 'utf8')
    const scripts = new Set(
      [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, script = '']) => script),
    )
    const sizes = await Promise.all([...scripts].map(brotliBytes))
    report(`JavaScript of / in ${language}`, sum(sizes) / 1000, 80, 'kB br')
  }
}

async function brotliBytes(script: string): Promise<number> {
  return brotliCompressSync(await readFile(path.join(build, script))).length
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
