import readSearchTexts from 'content:search'
import { placedDocuments } from './documents.ts'
import { createSearch } from './search-texts.ts'

const documents = placedDocuments()

/** The search over all guides and rules in the page's language. Loaded when somebody searches. */
export const searchDocuments = createSearch(
  readSearchTexts().map((text) => ({
    ...text,
    title:
      documents.find(({ section, slug }) => section === text.section && slug === text.slug)
        ?.title ?? '',
  })),
)
