import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { languages } from '#contract/language.ts'
import type { PageRenderer } from '#contract/page-renderer.ts'
import { hashSources, isBuiltFrom, takeBuildLock, writeStamp } from './web-build/build-state.ts'

const root = join(import.meta.dirname, '..')
const webDirectory = join(root, 'dist/web')

/**
 * Builds the pages unless they are up to date, in a process of its own: bundlers keep memory and
 * timers that a server must not.
 * @throws when the build fails; what failed is on standard error.
 */
export async function buildWebIfStale(): Promise<void> {
  if (await isBuiltFrom(webDirectory, await hashSources())) return
  const build = spawn(process.execPath, [import.meta.filename], {
    stdio: 'inherit',
    // A test runner sets another NODE_ENV, which would bundle React's development build.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const [exitCode] = await once(build, 'exit')
  if (exitCode !== 0) throw new Error('The pages could not be built; the reason is above.')
}

async function buildWeb(): Promise<void> {
  await takeBuildLock(join(root, 'dist'))
  const sourcesHash = await hashSources()
  // Another process may have built the same pages while we waited for the lock.
  if (await isBuiltFrom(webDirectory, sourcesHash)) return
  // Built in a work folder and renamed, so that a failed build leaves the last good pages.
  const workDirectory = `${webDirectory}-${process.pid}`
  const newDirectory = join(workDirectory, 'web')
  try {
    await buildInto(newDirectory)
    await writeStamp(newDirectory, sourcesHash)
    await rm(webDirectory, { recursive: true, force: true })
    await rename(newDirectory, webDirectory)
  } finally {
    await rm(workDirectory, { recursive: true, force: true })
  }
}

async function buildInto(directory: string): Promise<void> {
  // Imported lazily, because a start with fresh pages needs none of it.
  const { compileMessages } = await import('./compile-messages.ts')
  const { bundleForBrowsers, bundleRenderer, planParts } = await import('./web-build/bundle.ts')
  const { writePageAssets } = await import('./web-build/page-assets.ts')
  const { precompress } = await import('./web-build/precompress.ts')
  const { buildServiceWorker } = await import('./web-build/service-worker.ts')
  const label = 'pages'
  console.time(label)

  await checkContent()
  await mkdir(directory, { recursive: true })
  await compileMessages()
  console.timeLog(label, 'messages compiled')
  const parts = await planParts()
  console.timeLog(label, 'divided into files')
  await Promise.all([
    ...languages.map((language) => bundleForBrowsers(language, directory, parts)),
    bundleRenderer(join(directory, 'renderer')),
  ])
  console.timeLog(label, 'bundled')
  const publicDirectory = join(directory, 'public')
  for (const files of ['web/public', 'site/public']) {
    await cp(join(root, files), publicDirectory, { recursive: true })
  }
  await writePageAssets(directory)
  const { siteFiles } = await import('#server/services/site/files.ts')
  const { publicSite } = await import('#server/services/site/public-site.ts')
  const { assembleSite } = await import('#server/services/site/site.ts')
  const rendererFile = pathToFileURL(join(directory, 'renderer/render.js')).href
  const { renderer }: { readonly renderer: PageRenderer } = await import(rendererFile)
  const selling = { legalVersion: '', takesCodes: true }
  renderer.show(publicSite(assembleSite(siteFiles, siteFiles), new Date(), selling))
  await buildServiceWorker(directory, renderer)
  for (const folder of ['assets', 'public']) await precompress(join(directory, folder))
  console.timeLog(label, 'compressed')
}

/** @throws ContentFault or SiteFault for a mistake in any text of `content/`. */
async function checkContent(): Promise<void> {
  const { readTextFiles } = await import('#server/services/documents/content-files.ts')
  const { createDocuments, filesSite } = await import('#server/services/documents/documents.ts')
  const { productTextFiles } = await import('#server/services/site/product-texts.ts')
  await createDocuments(await readTextFiles(), filesSite).check()
  await productTextFiles()
}

if (import.meta.main) {
  await buildWeb().catch((error: unknown) => {
    // A mistake in a text says its place itself; ours would not help its author.
    if (!(error instanceof Error) || !/^(Content|Site)Fault$/.test(error.name)) throw error
    console.error(error.message)
    process.exit(1)
  })
  // The message compiler leaves timers that would keep the process for half a minute.
  process.exit()
}
