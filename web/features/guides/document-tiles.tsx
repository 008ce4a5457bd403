import type { ComponentProps } from 'react'
import { Link } from '#web/app/links.tsx'
import { Picture } from '#web/art/drawing.tsx'
import { PageHeading } from '#web/ui/layout.tsx'
import { TileFrame } from '#web/ui/tile.tsx'
import { documentsOf, foreignLanguage, type DocumentWithPath } from './documents.ts'
import { SavedVersionNotice } from './saved-version-notice.tsx'
import { SearchBox } from './search-box.tsx'

interface DocumentsPageProps extends Omit<DocumentTilesProps, 'documents'> {
  readonly section: DocumentWithPath['section']
  readonly heading: ComponentProps<typeof PageHeading>
}

/** The page of all texts of a section, with the search. */
export function DocumentsPage({ section, heading, ...tiles }: DocumentsPageProps) {
  return (
    <div className="page">
      <SavedVersionNotice />
      <PageHeading {...heading} />
      <SearchBox />
      <DocumentTiles documents={documentsOf(section)} {...tiles} />
    </div>
  )
}

interface DocumentTilesProps {
  readonly documents: readonly DocumentWithPath[]
  /** The drawings, by slug. */
  readonly pictures: Readonly<Record<string, string>>
  /** Columns on wide screens. */
  readonly className: string
}

/** A tile for each document. */
export function DocumentTiles({ documents, pictures, className }: DocumentTilesProps) {
  return (
    <ul className={`grid gap-3 sm:grid-cols-2 sm:gap-4 ${className}`}>
      {documents.map((document) => {
        const { path, slug, title, description } = document
        const picture = pictures[slug]
        return (
          <li key={path} lang={foreignLanguage(document)}>
            <TileFrame
              href={path}
              linkAs={Link}
              title={title}
              text={description}
              picture={picture && <Picture svg={picture} />}
            />
          </li>
        )
      })}
    </ul>
  )
}
