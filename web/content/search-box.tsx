import {
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import { LoadFailure } from '#web/components/load-failure.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { SearchResults } from './search-results.tsx'
import { useSearch } from './use-search.ts'

// Where the links to the search lead (`document-page.tsx`).
const searchFieldId = 'search'
const queryParameter = 'q'

/** Looks through all guides and rules while one types. */
export function SearchBox() {
  const [query, setQuery] = useState('')
  const { state, load } = useSearch()
  const box = useRef<HTMLElement>(null)
  const labelId = useId()
  const wanted = useDeferredValue(query.trim())

  // Somebody may have typed before the page came alive, or comes back from a result.
  useEffect(() => {
    const typed = box.current?.querySelector('input')?.value
    const kept = new URLSearchParams(location.search).get(queryParameter)
    if (typed || kept) type(typed || (kept ?? ''))
    // Once: what was typed before the scripts came, or stands in the address.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  function type(typed: string): void {
    setQuery(typed)
    void load()
  }

  /** The arrows go through the results, Escape back to an empty field. */
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

  /** Who follows a result and comes back finds the others again. */
  function keepQuery({ target }: MouseEvent): void {
    if (!(target instanceof Element) || !target.closest('a')) return
    history.replaceState(history.state, '', addressOf(query))
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <search
      ref={box}
      aria-labelledby={labelId}
      onKeyDown={moveByKey}
      onClickCapture={keepQuery}
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
        onFocus={() => void load()}
        onChange={(event) => type(event.target.value)}
        className="field max-w-2xl"
      />
      {wanted !== '' && state.status === 'failed' && (
        <LoadFailure
          title={m.documents_search_failed_title()}
          text={m.documents_search_failed_text()}
          offlineText={m.documents_search_failed_offline()}
          isAsking={false}
          onRetry={() => loadDocumentAgain(query)}
          className="mt-4"
        />
      )}
      <SearchResults
        query={wanted}
        isLoading={wanted !== '' && state.status === 'loading'}
        hits={wanted !== '' && state.status === 'ready' ? state.search(wanted) : null}
      />
    </search>
  )
}

/** Browsers do not ask again for a script that once did not come; a new document does. */
async function loadDocumentAgain(query: string): Promise<void> {
  location.assign(addressOf(query))
}

/** This page, with what is looked for on it. */
function addressOf(query: string): string {
  return `${location.pathname}?${queryParameter}=${encodeURIComponent(query)}`
}

/** What the arrows stop at: the field and the results. */
function stopsOf(box: HTMLElement | null): readonly HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>('input, a') ?? [])]
}
