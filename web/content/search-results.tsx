import { DiscordLink } from '#web/components/discord-link.tsx'
import { Link } from '#web/components/link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { foreignLanguage } from './document.ts'
import { placedDocuments, type PlacedDocument } from './documents.ts'
import type { ExcerptPiece, SearchHit } from './search-texts.ts'

interface SearchResultsProps {
  readonly query: string
  readonly isLoading: boolean
  /** Null before anything was looked for. */
  readonly hits: readonly SearchHit[] | null
}

/** What the search found, page by page; how much that is, is read out. */
export function SearchResults({ query, isLoading, hits }: SearchResultsProps) {
  return (
    <>
      <output className="mt-4 block text-muted empty:mt-0">
        {isLoading && m.documents_search_loading()}
        {hits !== null &&
          (hits.length === 0
            ? m.documents_search_none({ query })
            : m.documents_search_count({ count: hits.length }))}
      </output>
      {hits?.length === 0 && (
        <p className="mt-1 max-w-2xl text-muted">
          {m.documents_search_none_text()} <DiscordLink>Discord</DiscordLink>
        </p>
      )}
      {hits !== null && hits.length > 0 && (
        <ol className="mt-4 grid gap-4 lg:grid-cols-2">
          {groupByPage(hits).map((group) => (
            <PageHits key={group.document.path} {...group} />
          ))}
        </ol>
      )}
    </>
  )
}

interface PageGroup {
  readonly document: PlacedDocument
  readonly hits: readonly SearchHit[]
}

/** Pages in the order of their best part. */
function groupByPage(hits: readonly SearchHit[]): readonly PageGroup[] {
  const groups = placedDocuments().map((document) => ({
    document,
    hits: hits.filter(
      ({ section, slug }) => section === document.section && slug === document.slug,
    ),
  }))
  const best = (group: PageGroup): number => hits.findIndex((hit) => hit === group.hits[0])
  return groups.filter((group) => group.hits.length > 0).toSorted((a, b) => best(a) - best(b))
}

function PageHits({ document, hits }: PageGroup) {
  const lang = foreignLanguage(document)
  return (
    <li className="cut cut-size-14 p-5">
      <p className="text-sm text-crystal">
        {document.section === 'guides' ? m.section_guides() : m.section_rules()}
      </p>
      <p lang={lang} className="font-display text-xl font-bold">
        {document.title}
      </p>
      <ul lang={lang} className="mt-2">
        {hits.map((hit) => (
          <li key={hit.anchor}>
            <Link
              href={hit.anchor === '' ? document.path : `${document.path}#${hit.anchor}`}
              className="group block border-t border-line py-3"
            >
              <span className="font-semibold group-hover:text-crystal">
                <Excerpt pieces={hit.heading} />
              </span>
              <span className="block text-muted">
                <Excerpt pieces={hit.excerpt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </li>
  )
}

function Excerpt({ pieces }: { readonly pieces: readonly ExcerptPiece[] }) {
  return pieces.map(({ text, isMatch }, index) =>
    isMatch ? (
      // The pieces of a text have no names and change all at once.
      // oxlint-disable-next-line react/no-array-index-key
      <mark key={index} className="bg-crystal-deep text-crystal-bright">
        {text}
      </mark>
    ) : (
      text
    ),
  )
}
