import path from 'node:path'
import pino from 'pino'
import type { Language } from '#contract/language.ts'
import { siteAddress } from '#contract/page-renderer.ts'
import { cacheResponse } from '#server/http/response-cache.ts'
import { siteFiles } from '#server/services/site/files.ts'
import { publicSite } from '#server/services/site/public-site.ts'
import { assembleSite } from '#server/services/site/site.ts'
import { cacheDocuments } from '#server/http/routes/documents.ts'
import { cacheProductTexts } from '#server/http/routes/site.ts'
import { unchangedSite } from './factories/site.ts'
import { documentReader, noEdits, legalVersion } from './shipped-documents.ts'
import { createPages, openBuiltPages } from '#server/http/pages/pages.ts'

/** The folder of the last build. */
export const buildDirectory = path.resolve(import.meta.dirname, '../dist/web')

const community = assembleSite(siteFiles, siteFiles)
const site = cacheResponse(
  () => Promise.resolve(publicSite(community, new Date(), { legalVersion, takesCodes: true })),
  { milliseconds: 3_600_000 },
)

const productTexts = cacheProductTexts({ edits: noEdits, site: unchangedSite })

// The pages come without their data, as before anybody could read it.
const noAnswer = cacheResponse(() => Promise.reject(new Error('no database')), { milliseconds: 0 })

const documents = cacheDocuments({
  documents: documentReader,
  edits: noEdits,
})
const pages = createPages({
  built: () => openBuiltPages(buildDirectory),
  findAnswer: (address) =>
    address === siteAddress
      ? site
      : (productTexts.get(address) ?? documents.find(address) ?? noAnswer),
  publicOrigin: 'https://shop.example',
  log: pino({ level: 'silent' }),
  noteConnection: () => Promise.resolve(),
})

/** The HTML of a page of the last build. */
export async function renderPage(pagePath: string, language: Language): Promise<string> {
  const { file } = await pages.read(pagePath, language, false)
  return new TextDecoder().decode(file.content)
}

/** The paths of all pages of the last build; `:id` in one stands for any segment. */
export function listPagePaths(): Promise<readonly string[]> {
  return pages.paths()
}
