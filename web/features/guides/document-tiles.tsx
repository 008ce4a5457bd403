import { Link } from '#web/app/links.tsx'
import { Picture } from '#web/art/drawing.tsx'
import { TileFrame } from '#web/ui/tile.tsx'
import { foreignLanguage, type DocumentWithPath } from './documents.ts'

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
    <ul className={`grid gap-4 sm:grid-cols-2 ${className}`}>
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
