import { useQuery } from '@tanstack/react-query'
import {
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import { DiscordLink, Link } from '#web/app/links.tsx'
import { LoadFailure } from '#web/app/load-failure.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { documentPath, foreignLanguage } from './documents.ts'
import type { ExcerptPiece, SearchHit } from './search-engine.ts'

// The anchor of the links to the search (`document-page.tsx`).
const searchFieldId = 'search'
const queryParameter = 'q'

export function SearchBox({ version }: { readonly version: string }) {
  const [query, setQuery] = useState('')
  const { search, hasFailed, load } = useSearch(version)
  const box = useRef<HTMLElement>(null)
  const labelId = useId()
  const searched = useDeferredValue(query.trim())

  // The visitor may have typed before hydration, or come back from a result.
  const takeTyped = useEffectEvent(() => {
    const typed = box.current?.querySelector('input')?.value
    const stored = new URLSearchParams(location.search).get(queryParameter)
    if (typed || stored) type(typed || (stored ?? ''))
  })
  useEffect(() => takeTyped(), [])

  function type(typed: string): void {
    setQuery(typed)
    load()
  }

  /** The arrow keys move through the results; Escape clears the field. */
  function moveByKey(event: KeyboardEvent): void {
    if (event.key === 'Escape' && query !== '') {
      event.preventDefault()
      setQuery('')
      focusStop(0)
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const stops = stopsOf(box.current)
    const current = stops.findIndex((stop) => stop === document.activeElement)
    focusStop(current + (event.key === 'ArrowDown' ? 1 : -1))
  }

  function focusStop(index: number): void {
    stopsOf(box.current)[index]?.focus()
  }

  /** Stores the query in the address, so that it is there again when the visitor comes back from a result. */
  function storeQuery({ target }: MouseEvent): void {
    if (!(target instanceof Element) || !target.closest('a')) return
    history.replaceState(history.state, '', addressOf(query))
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <search
      ref={box}
      aria-labelledby={labelId}
      onKeyDown={moveByKey}
      onClickCapture={storeQuery}
      className="mb-10 block print:hidden"
    >
      <label id={labelId} htmlFor={searchFieldId} className="mb-2 block font-display font-semibold">
        {m.documents_search_label()}
      </label>
      <input
        id={searchFieldId}
        type="search"
        value={query}
        placeholder={m.documents_search_example()}
        spellCheck={false}
        maxLength={100}
        onFocus={load}
        onChange={(event) => type(event.target.value)}
        className="field max-w-2xl"
      />
      {searched !== '' && hasFailed && (
        <LoadFailure
          title={m.documents_search_failed_title()}
          text={m.documents_search_failed_text()}
          offlineText={m.documents_search_failed_offline()}
          isFetching={false}
          onRetry={() => loadDocumentAgain(query)}
          className="mt-4"
        />
      )}
      <SearchResults
        query={searched}
        isLoading={searched !== '' && !search && !hasFailed}
        hits={searched !== '' && search ? search(searched) : null}
      />
    </search>
  )
}

/** Browsers do not retry a script that failed to load; a new document does. */
async function loadDocumentAgain(query: string): Promise<void> {
  location.assign(addressOf(query))
}

function addressOf(query: string): string {
  return `${location.pathname}?${queryParameter}=${encodeURIComponent(query)}`
}

/** The elements that the arrow keys move through: the field and the results. */
function stopsOf(box: HTMLElement | null): readonly HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>('input, a') ?? [])]
}

interface SearchResultsProps {
  readonly query: string
  readonly isLoading: boolean
  /** Null before the first search. */
  readonly hits: readonly SearchHit[] | null
}

/** The results grouped by page. Their number is announced to screen readers. */
function SearchResults({ query, isLoading, hits }: SearchResultsProps) {
  return (
    <>
      <output className="mt-4 block text-muted empty:mt-0">
        {isLoading ? m.documents_search_loading() : hits !== null && foundText(query, hits)}
      </output>
      {hits?.length === 0 && (
        <p className="mt-1 max-w-2xl text-muted">
          {m.documents_search_none_text()} <DiscordLink>Discord</DiscordLink>
        </p>
      )}
      {hits !== null && hits.length > 0 && (
        <ol className="mt-4 grid gap-4 lg:grid-cols-2">
          {groupByPage(hits).map((group) => (
            <PageHits key={documentPath(group.document)} {...group} />
          ))}
        </ol>
      )}
    </>
  )
}

function foundText(query: string, hits: readonly SearchHit[]): string {
  return hits.length === 0
    ? m.documents_search_none({ query })
    : m.documents_search_count({ count: hits.length })
}

interface PageGroup {
  readonly document: SearchHit['document']
  readonly hits: readonly SearchHit[]
}

/** Pages in the order of their best result. */
function groupByPage(hits: readonly SearchHit[]): readonly PageGroup[] {
  const groups = Map.groupBy(hits, ({ document }) => document)
  return [...groups].map(([document, ofPage]) => ({ document, hits: ofPage }))
}

function PageHits({ document, hits }: PageGroup) {
  const lang = foreignLanguage(document)
  const path = documentPath(document)
  return (
    <li className="cut cut-size-14 p-5">
      <p className="text-sm text-crystal">
        {document.kind === 'guides' ? m.section_guides() : m.section_rules()}
      </p>
      <p lang={lang} className="font-display text-xl font-bold">
        {document.title}
      </p>
      <ul lang={lang} className="mt-2">
        {hits.map((hit) => (
          <li key={hit.anchor}>
            <Link
              href={hit.anchor === '' ? path : `${path}#${hit.anchor}`}
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
  return pieces.map(({ text, isMatch }, index) => {
    const Piece = isMatch ? 'mark' : 'span'
    return (
      // The pieces have no ids, and all change at once.
      // oxlint-disable-next-line react/no-array-index-key
      <Piece key={index} className={isMatch ? 'bg-crystal-deep text-crystal-bright' : undefined}>
        {text}
      </Piece>
    )
  })
}

/** The search over guides and rules, whose code and texts are loaded on first use. */
function useSearch(version: string) {
  const [isUsed, setIsUsed] = useState(false)
  const { data, isError } = useQuery({
    queryKey: ['document-search', version],
    queryFn: async () => (await import('./search-engine.ts')).loadSearch(version),
    enabled: isUsed,
    staleTime: 'static',
  })
  return { search: data, hasFailed: isError, load: () => setIsUsed(true) }
}
