import { readTextFiles } from '#server/services/documents/content-files.ts'
import { openDocuments } from '#server/services/documents/saved-documents.ts'

const nothing = { version: 0, byName: new Map<string, never>() }

/** What is saved in a shop whose owner has saved nothing. */
export const noEdits = {
  current: () => nothing,
  refresh: () => Promise.resolve(nothing),
  hold: () => Promise.resolve(nothing),
  stop: () => undefined,
}

/** The texts of `content/`. */
export const textFiles = await readTextFiles()

/** The same as the server answers them. */
export const shippedDocuments = openDocuments({ edits: noEdits }, textFiles).current()
