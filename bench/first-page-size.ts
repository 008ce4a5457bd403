import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { languages, type Language } from '#contract/language.ts'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { readScripts, scriptKilobytes } from './pages/page-weight.ts'
import { limits } from './figures/goals.ts'
import { reportAtMost } from './report.ts'

const messages = path.resolve(import.meta.dirname, '../web/i18n/messages')

/** The JavaScript that `/` names (F1) and the texts in it (F5), in brotli, per language. */
export async function firstPageSize(): Promise<void> {
  await buildWebIfStale()
  for (const language of languages) {
    reportAtMost(
      `JavaScript of / in ${language}`,
      await scriptKilobytes('/', language),
      limits.firstPageScripts,
      'kB br',
    )
    reportAtMost(`texts in it in ${language}`, await textKilobytes(language), 8, 'kB br')
  }
}

/** The language's texts that the first page's scripts contain, matched by the pieces between their values. */
async function textKilobytes(language: Language): Promise<number> {
  // The bundler escapes invisible characters.
  const scripts = (await readScripts('/', language)).join('\n').replaceAll('\\xA0', '\u00A0')
  const held = (await readTexts(language)).filter((piece) => scripts.includes(piece))
  return brotliCompressSync(held.join('\n')).length / 1000
}

async function readTexts(language: Language): Promise<readonly string[]> {
  const folder = path.join(messages, language)
  const files = await Promise.all(
    (await readdir(folder)).map((file) => readFile(path.join(folder, file), 'utf8')),
  )
  const texts: string[] = []
  const collect = (_key: string, value: unknown): unknown => {
    if (typeof value === 'string') texts.push(...value.split(/\{\w+\}/))
    return value
  }
  for (const file of files) JSON.parse(file, collect)
  return [...new Set(texts)].filter((piece) => piece.length > 3)
}
