import { readTextFiles } from '#server/services/documents/content-files.ts'
import { createDocuments } from '#server/services/documents/documents.ts'

/** The texts of `content/`, as the server answers them. */
export const shippedDocuments = createDocuments(await readTextFiles())
