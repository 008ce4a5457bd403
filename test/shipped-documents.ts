import { readTextFiles } from '#server/services/documents/content-files.ts'
import { openDocuments } from '#server/services/documents/saved-documents.ts'
import { siteFiles } from '#server/services/site/files.ts'
import { assembleSite } from '#server/services/site/site.ts'

const ourSite = assembleSite(siteFiles, siteFiles)
const nothing = { version: 0, byName: new Map<string, never>() }

/** What is saved in a shop whose owner has saved nothing. */
export const noEdits = {
  current: () => nothing,
  refresh: () => Promise.resolve(nothing),
  hold: () => Promise.resolve(nothing),
  take: () => undefined,
  stop: () => undefined,
}

/** The texts of `content/`. */
const textFiles = await readTextFiles()

/** The same in such a shop. */
export const documentReader = openDocuments(
  { edits: noEdits, site: { current: () => ourSite }, clock: () => new Date() },
  textFiles,
)

/** The same as its server answers them. */
export const shippedDocuments = documentReader.current()
export const { legalVersion } = shippedDocuments
