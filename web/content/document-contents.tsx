import { Disclosure } from '#web/components/disclosure.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { foreignLanguage, type WrittenDocument } from './document.ts'

interface ContentsProps {
  readonly document: WrittenDocument
}

/** Whether a text is long enough to be looked through by its headings. */
export function hasContents({ headings }: WrittenDocument): boolean {
  return headings.filter(({ depth }) => depth === 2).length > 2
}

/** The headings beside the text, on wide screens. */
export function WideContents({ document }: ContentsProps) {
  return (
    <nav aria-labelledby="contents">
      <p id="contents" className="mb-3 font-display font-semibold">
        {m.documents_contents()}
      </p>
      <ContentsList document={document} />
    </nav>
  )
}

/** The headings above the text, to be opened, on small screens. */
export function SmallContents({ document }: ContentsProps) {
  return (
    <nav aria-label={m.documents_contents()} className="mb-8 border-y border-line py-1 lg:hidden">
      <Disclosure title={m.documents_contents()}>
        <ContentsList document={document} />
      </Disclosure>
    </nav>
  )
}

function ContentsList({ document }: ContentsProps) {
  return (
    <ol lang={foreignLanguage(document)} className="border-l border-line">
      {document.headings
        .filter(({ depth }) => depth === 2)
        .map(({ anchor, heading }) => (
          <li key={anchor}>
            <a
              href={`#${anchor}`}
              className="-ml-px block border-l border-transparent py-2 pl-4 text-muted hover:border-crystal hover:text-crystal"
            >
              {heading}
            </a>
          </li>
        ))}
    </ol>
  )
}
