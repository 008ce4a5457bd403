import type { ComponentProps } from 'react'
import type { DocumentEntry } from '#contract/documents.ts'
import { LinkTile } from '#web/app/link-tile.tsx'
import type { DocumentKind } from '#contract/paths.ts'
import { useServerData } from '#web/app/query-client.ts'
import { Picture } from '#web/art/drawing.tsx'
import { PageHeading } from '#web/ui/layout.tsx'
import { documentListQuery, documentPath, foreignLanguage } from './documents.ts'
import { DocumentsFailure, DocumentsLoading } from './documents-states.tsx'
import { SavedVersionNotice } from './saved-version-notice.tsx'
import { SearchBox } from './search-box.tsx'

interface DocumentsPageProps extends Omit<DocumentTilesProps, 'documents'> {
  readonly kind: DocumentKind
  readonly heading: ComponentProps<typeof PageHeading>
}

export function DocumentsPage({ kind, heading, ...tiles }: DocumentsPageProps) {
  const { state, isFetching, refetch } = useServerData(documentListQuery(kind))
  if (state.status === 'waiting') return <DocumentsLoading />
  if (state.status === 'failed') {
    return <DocumentsFailure isFetching={isFetching} onRetry={refetch} />
  }
  const { version, documents } = state.value
  return (
    <div className="page">
      <SavedVersionNotice />
      <PageHeading {...heading} />
      <SearchBox version={version} />
      <DocumentTiles documents={documents} {...tiles} />
    </div>
  )
}

interface DocumentTilesProps {
  readonly documents: readonly DocumentEntry[]
  /** The drawings, by slug. */
  readonly pictures: Readonly<Record<string, string>>
  /** The drawing of texts without their own. */
  readonly otherPicture: string
  /** Columns on wide screens. */
  readonly className: string
}

export function DocumentTiles({
  documents,
  pictures,
  otherPicture,
  className,
}: DocumentTilesProps) {
  return (
    <ul className={`grid gap-3 sm:grid-cols-2 sm:gap-4 ${className}`}>
      {documents.map((document) => (
        <LinkTile
          key={documentPath(document)}
          href={documentPath(document)}
          lang={foreignLanguage(document)}
          title={document.title}
          text={document.description}
          picture={<Picture svg={pictures[document.slug] ?? otherPicture} />}
        />
      ))}
    </ul>
  )
}
