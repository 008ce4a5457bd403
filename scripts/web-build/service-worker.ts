import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { build } from 'vite'
import type { Language } from '#contract/language.ts'
import type { OfflinePages, OfflineFiles } from '#web/features/guides/offline-copies.ts'
import { manifestName } from './bundle.ts'
import { laterChunksOf, readManifest } from './manifest.ts'

const workerSource = join(import.meta.dirname, '../../web/features/guides/service-worker.ts')
const savedFolders = ['guide', 'rules', 'news', 'legal', 'team']
const assetAddress = /\/assets\/[\w.~-]+/g

/** Builds the service worker, with the list of the pages kept on devices and their files. */
export async function buildServiceWorker(webDirectory: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { buildOfflinePages: JSON.stringify(await listOfflinePages(webDirectory)) },
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

async function listOfflinePages(webDirectory: string): Promise<OfflinePages> {
  const hash = createHash('sha256')
  const listFiles = async (language: Language): Promise<OfflineFiles> => {
    const pages = await readPages(join(webDirectory, 'pages', language))
    for (const { html } of pages) hash.update(html)
    const html = pages.map((page) => page.html).join('\n')
    const assets = await listAssets(webDirectory, language, html)
    return { documents: pages.map(({ path }) => path), assets }
  }
  // In sequence, so that the same pages give the same hash.
  const files = {
    fr: await listFiles('fr'),
    en: await listFiles('en'),
    ru: await listFiles('ru'),
    es: await listFiles('es'),
  }
  return { build: hash.update(JSON.stringify(files)).digest('hex').slice(0, 16), files }
}

async function readPages(directory: string) {
  const lists = await Promise.all(
    savedFolders.map((folder) =>
      readdir(join(directory, folder), { recursive: true, withFileTypes: true }),
    ),
  )
  const files = lists
    .flat()
    .filter((entry) => entry.name === 'index.html')
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
  return Promise.all(
    files.map(async (file) => ({
      path: pathOf(relative(directory, dirname(file))),
      html: await readFile(file, 'utf8'),
    })),
  )
}

/** File names on Windows cannot contain `:`: the folder `team/edit/$id` has the page `/team/edit/:id`. */
function pathOf(folder: string): string {
  return `/${folder.split(sep).join('/').replaceAll('$', ':')}`
}

/** The files that the pages name, their code loads later, and their stylesheets name. */
async function listAssets(
  webDirectory: string,
  language: Language,
  html: string,
): Promise<readonly string[]> {
  const manifest = await readManifest(join(webDirectory, manifestName(language)))
  const named = new Set(addressesIn(html))
  const later = laterChunksOf(manifest, 'app/client.tsx', [...named])
  const all = new Set([...named, ...later])
  for (const address of all) {
    if (!/\.(css|js)$/.test(address)) continue
    const text = await readFile(join(webDirectory, address), 'utf8')
    for (const found of addressesIn(text)) if (isReadIn(found, language)) all.add(found)
  }
  return [...all].toSorted()
}

function addressesIn(text: string): readonly string[] {
  return [...text.matchAll(assetAddress)].map(([address]) => address)
}

function isReadIn(address: string, language: Language): boolean {
  return language === 'ru' || !address.includes('-cyrillic')
}
