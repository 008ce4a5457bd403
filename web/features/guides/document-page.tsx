import './document.css'
import { useLocation } from 'wouter'
import type { DocumentEntry, WrittenDocument } from '#contract/documents.ts'
import { Disclosure } from '#web/app/disclosure.tsx'
import { ButtonLink, Link } from '#web/app/links.tsx'
import { useLoadedPart } from '#web/app/page-loader.ts'
import { paths, type DocumentKind } from '#contract/paths.ts'
import { queryClient, useServerData } from '#web/app/query-client.ts'
import { useIsHydrated } from '#web/app/subscriptions.ts'
import { Icon } from '#web/art/icon.tsx'
import { formatLongDay } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { KrText } from '#web/ui/labels.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { DocumentBody } from './document-body.tsx'
import { documentPath, documentQuery, foreignLanguage } from './documents.ts'
import { DocumentsFailure, DocumentsLoading } from './documents-states.tsx'
import { SavedVersionNotice } from './saved-version-notice.tsx'

export const firstView = (path: string) => [documentQuery(path)]

/** Loads the text before a link shows its page. */
export const preload = (path: string) => queryClient.ensureQueryData(documentQuery(path))

/** The page of a text: the text with its table of contents and links to further pages. */
export default function DocumentPage() {
  const [path] = useLocation()
  const { state, isFetching, refetch } = useServerData(documentQuery(path))
  if (state.status === 'waiting') return <DocumentsLoading />
  if (state.status === 'failed') {
    if (state.problem.status === 404) return <MissingDocument />
    return <DocumentsFailure isFetching={isFetching} onRetry={refetch} />
  }
  return <ShownDocument document={state.value} />
}

const loadNotFoundPage = () => import('#web/app/not-found-page.tsx')

function MissingDocument() {
  const page = useLoadedPart(loadNotFoundPage)
  return page && <page.default />
}

function ShownDocument({ document }: { readonly document: WrittenDocument }) {
  return (
    <div className="document-page page print:max-w-none print:p-0">
      <div className="gap-12 lg:grid lg:grid-cols-[minmax(0,1fr)_15rem] xl:gap-20">
        <article className="min-w-0 max-w-[46rem] print:max-w-none">
          <SavedVersionNotice />
          <DocumentHead document={document} />
          {documentPath(document) === paths.guideKryptoPoints() && <KrActions />}
          {hasContents(document) && <SmallContents document={document} />}
          <DocumentBody document={document} />
          <PrintedAddress />
        </article>
        <aside className="hidden lg:block print:hidden">
          <div className="sticky top-24">
            {hasContents(document) && <WideContents document={document} />}
            <DocumentTools kind={document.kind} />
          </div>
        </aside>
      </div>
      <div className="lg:hidden print:hidden">
        <DocumentTools kind={document.kind} />
      </div>
      <DocumentNeighbours document={document} />
    </div>
  )
}

function KrActions() {
  return (
    <div className="mb-10 flex flex-wrap gap-3 print:hidden">
      <ButtonLink href={paths.kryptoPoints()} size="large">
        <KrText>{m.buy_kr()}</KrText>
      </ButtonLink>
      <ButtonLink href={paths.wallet()} tone="secondary" size="large">
        {m.to_wallet()}
      </ButtonLink>
    </div>
  )
}

/** The page above the texts of a kind, and its name; legal texts have none. */
const sectionLinks: Readonly<
  Record<DocumentKind, { readonly href: string | null; readonly label: () => string }>
> = {
  guides: { href: paths.guides(), label: m.section_guides },
  rules: { href: paths.rules(), label: m.section_rules },
  legal: { href: null, label: m.documents_legal_eyebrow },
  news: { href: paths.news(), label: m.news_title },
}

function DocumentHead({ document }: { readonly document: WrittenDocument }) {
  const { kind, title, description, changed } = document
  const lang = foreignLanguage(document)
  const { href, label } = sectionLinks[kind]
  const date = formatLongDay(changed)
  return (
    <header className="mb-8 sm:mb-10">
      <p className="eyebrow mb-3">
        {href === null ? (
          label()
        ) : (
          <Link href={href} className="-my-1 inline-block py-1 underline-offset-4 hover:underline">
            {label()}
          </Link>
        )}
      </p>
      <h1 lang={lang} className="text-4xl max-[22.5rem]:text-3xl sm:text-5xl">
        {title}
      </h1>
      <p lang={lang} className="mt-4 text-lg text-balance text-muted">
        {description}
      </p>
      <p className="mt-4 text-sm text-muted">
        <time dateTime={changed}>{kind === 'news' ? date : m.documents_changed({ date })}</time>
      </p>
      {lang !== undefined && (
        <Notice tone="warning" title={m.documents_fallback_title()} className="mt-6">
          {m.documents_fallback_text()}
        </Notice>
      )}
    </header>
  )
}

function DocumentTools({ kind }: { readonly kind: DocumentKind }) {
  return (
    <div className="mt-8 flex flex-col items-start gap-1 border-t border-line pt-5">
      {(kind === 'guides' || kind === 'rules') && (
        <ButtonLink href={`${paths.guides()}#search`} tone="quiet" className="-ml-5">
          <Icon name="guide" className="size-5 text-crystal" />
          {m.documents_search_link()}
        </ButtonLink>
      )}
      <Button
        tone="quiet"
        className="-ml-5"
        onClick={() => print()}
        icon={<Icon name="rules" className="size-5 text-crystal" />}
      >
        {m.documents_print()}
      </Button>
    </div>
  )
}

interface ContentsProps {
  readonly document: WrittenDocument
}

/** Whether a text is long enough for a table of contents. */
function hasContents({ headings }: WrittenDocument): boolean {
  return headings.filter(({ depth }) => depth === 2).length > 2
}

function WideContents({ document }: ContentsProps) {
  return (
    <nav aria-labelledby="contents">
      <p id="contents" className="mb-3 font-display font-semibold">
        {m.documents_contents()}
      </p>
      <ContentsList document={document} />
    </nav>
  )
}

function SmallContents({ document }: ContentsProps) {
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

/** The address of the page, shown only in print. */
function PrintedAddress() {
  const address = useIsHydrated() ? location.origin + location.pathname : ''
  return <p className="mt-8 hidden border-t border-line pt-3 text-sm print:block">{address}</p>
}

/** Links to further texts: related ones, the previous and the next. */
function DocumentNeighbours({ document }: { readonly document: WrittenDocument }) {
  const { related, previous, next } = document
  return (
    <div className="mt-14 print:hidden">
      {related.length > 0 && <Related documents={related} />}
      <nav
        aria-label={m.documents_around()}
        className="mt-10 grid gap-4 border-t border-line pt-8 sm:grid-cols-2"
      >
        <Neighbour document={previous} direction="previous" />
        <Neighbour document={next} direction="next" />
      </nav>
    </div>
  )
}

function Related({ documents }: { readonly documents: readonly DocumentEntry[] }) {
  return (
    <section aria-labelledby="related">
      <h2 id="related" className="mb-4 text-xl">
        {m.documents_related()}
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2">
        {documents.map((document) => (
          <li key={documentPath(document)}>
            <Link
              href={documentPath(document)}
              className="tile-link cut cut-size-14 block h-full p-5"
            >
              <span className="text-sm text-crystal">{sectionLinks[document.kind].label()}</span>
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
  readonly document: DocumentEntry | null
  readonly direction: 'previous' | 'next'
}

function Neighbour({ document, direction }: NeighbourProps) {
  if (!document) return null
  const isNext = direction === 'next'
  return (
    <Link
      href={documentPath(document)}
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
