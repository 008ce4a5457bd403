import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as vite from 'vite'
import { defaultLanguage, type Language } from '#contract/language.ts'
import type { PageRenderer } from '#contract/page-renderer.ts'
import type { OfflineFiles, OfflinePages } from '#web/features/guides/offline-copies.ts'
import { manifestName } from './bundle.ts'
import { chunksOf, laterChunksOf, readManifest, stylesheetsOf } from './manifest.ts'
import { entrySource } from './page-assets.ts'

const workerSource = join(import.meta.dirname, '../../web/features/guides/service-worker.ts')
const savedAreas = /^\/(?:guide|rules|news|legal|team)(?:\/|$)/
const assetAddress = /\/assets\/[\w.~-]+/g

/** Builds the service worker, with the list of the pages kept on devices and their files. */
export async function buildServiceWorker(
  webDirectory: string,
  renderer: PageRenderer,
): Promise<void> {
  await vite.build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { buildOfflinePages: JSON.stringify(await listOfflinePages(webDirectory, renderer)) },
    build: {
      outDir: join(webDirectory, 'public'),
      emptyOutDir: false,
      rolldownOptions: {
        input: workerSource,
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  })
}

async function listOfflinePages(
  webDirectory: string,
  renderer: PageRenderer,
): Promise<OfflinePages> {
  const documents = renderer.paths().filter((path) => savedAreas.test(path))
  const found = await Promise.all(documents.map((path) => renderer.find(path, defaultLanguage)))
  const sources = [...new Set(found.map(({ source }) => source))]
  const filesIn = async (language: Language): Promise<OfflineFiles> => ({
    documents,
    assets: await listAssets(webDirectory, language, sources),
  })
  const files = {
    fr: await filesIn('fr'),
    en: await filesIn('en'),
    ru: await filesIn('ru'),
    es: await filesIn('es'),
  }
  // The names of the files change with what is in them.
  const build = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16)
  return { build, files }
}

/** The files that the pages load, those that their code loads later, and those that either names. */
async function listAssets(
  webDirectory: string,
  language: Language,
  sources: readonly string[],
): Promise<readonly string[]> {
  const manifest = await readManifest(join(webDirectory, manifestName(language)))
  const pages = [entrySource, ...sources].flatMap((source) => chunksOf(manifest, source))
  const all = new Set([
    ...pages,
    ...stylesheetsOf(manifest),
    ...laterChunksOf(manifest, entrySource, pages),
  ])
  for (const address of all) {
    if (!/\.(css|js)$/.test(address)) continue
    const text = await readFile(join(webDirectory, address), 'utf8')
    for (const [found] of text.matchAll(assetAddress)) {
      if (language === 'ru' || !found.includes('-cyrillic')) all.add(found)
    }
  }
  return [...all].toSorted()
}
