import { Icon } from '#web/art/icon.tsx'
import { Link } from '#web/components/link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { classNames } from '#web/ui/class-names.ts'
import { documentsOf, placedDocuments, type PlacedDocument } from './documents.ts'
import { foreignLanguage, type WrittenDocument } from './document.ts'

/** What else there is to read: what belongs to this text, the one before it and the one after. */
export function DocumentNeighbours({ document }: { readonly document: WrittenDocument }) {
  const siblings = documentsOf(document.section)
  const index = siblings.findIndex(({ slug }) => slug === document.slug)
  return (
    <div className="mt-14 print:hidden">
      <Related paths={siblings[index]?.related ?? []} />
      <nav
        aria-label={m.documents_around()}
        className="mt-10 grid gap-4 border-t border-line pt-8 sm:grid-cols-2"
      >
        <Neighbour document={siblings[index - 1]} direction="previous" />
        <Neighbour document={siblings[index + 1]} direction="next" />
      </nav>
    </div>
  )
}

function Related({ paths }: { readonly paths: readonly string[] }) {
  const documents = placedDocuments().filter(({ path }) => paths.includes(path))
  return (
    <section aria-labelledby="related">
      <h2 id="related" className="mb-4 text-xl">
        {m.documents_related()}
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2">
        {documents.map((document) => (
          <li key={document.path}>
            <Link href={document.path} className="tile-link cut cut-size-14 block h-full p-5">
              <span className="text-sm text-crystal">
                {document.section === 'guides' ? m.section_guides() : m.section_rules()}
              </span>
              <span lang={foreignLanguage(document)}>
                <span className="mt-1 block font-display text-lg font-bold">{document.title}</span>
                <span className="mt-1 block text-muted">{document.description}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface NeighbourProps {
  readonly document: PlacedDocument | undefined
  readonly direction: 'previous' | 'next'
}

function Neighbour({ document, direction }: NeighbourProps) {
  if (!document) return null
  const isNext = direction === 'next'
  return (
    <Link
      href={document.path}
      rel={isNext ? 'next' : 'prev'}
      className={classNames(
        'group flex min-h-16 items-center gap-4 py-2 hover:text-crystal',
        isNext && 'justify-end text-end sm:col-start-2',
      )}
    >
      {!isNext && <Icon name="back" className="size-6 text-crystal" />}
      <span>
        <span className="block text-sm text-muted">
          {isNext ? m.documents_next() : m.documents_previous()}
        </span>
        <span lang={foreignLanguage(document)} className="font-display text-lg font-bold">
          {document.title}
        </span>
      </span>
      {isNext && <Icon name="back" className="size-6 rotate-180 text-crystal" />}
    </Link>
  )
}
