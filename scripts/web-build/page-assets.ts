import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { languages, type Language } from '#contract/language.ts'
import type { BuiltAssets } from '#contract/page-renderer.ts'
import { manifestName } from './bundle.ts'
import {
  chunksOf,
  emittedFile,
  pageModule,
  readManifest,
  stylesheetsOf,
  type Manifest,
} from './manifest.ts'

export const entrySource = 'app/client.tsx'
const latinFonts = ['golos-text-latin-400', 'tektur-latin']
const cyrillicFonts = ['golos-text-cyrillic-400', 'tektur-cyrillic']

/** Writes which files each page needs from the start, for the server, which puts them into the documents. */
export async function writePageAssets(webDirectory: string): Promise<void> {
  const all = languages.map(async (language) => {
    const manifest = await readManifest(join(webDirectory, manifestName(language)))
    return [language, assetsIn(manifest, language)] as const
  })
  const assets = Object.fromEntries(await Promise.all(all))
  await writeFile(join(webDirectory, 'page-assets.json'), JSON.stringify(assets))
}

function assetsIn(manifest: Manifest, language: Language): BuiltAssets {
  const entry = chunksOf(manifest, entrySource)
  const fonts = language === 'ru' ? [...latinFonts, ...cyrillicFonts] : latinFonts
  const pages = Object.keys(manifest).filter((key) => pageModule.test(key))
  return {
    script: emittedFile(manifest, entrySource),
    stylesheets: stylesheetsOf(manifest),
    fonts: fonts.map((name) => emittedFile(manifest, `ui/fonts/${name}.woff2`)),
    modules: Object.fromEntries(
      pages.map((page) => [page, [...new Set([...entry, ...chunksOf(manifest, page)])].slice(1)]),
    ),
  }
}
