import { useEffect, useId, useRef } from 'react'
import { useTypedSearch } from '#web/components/use-typed-search.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { maxSearchLength } from './list-address.ts'
import { Mark } from './marks.tsx'

interface SearchBoxProps {
  readonly search: string
  readonly onSearch: (search: string) => void
}

/** Looks through descriptions and Discord names when the typing pauses. */
export function SearchBox({ search, onSearch }: SearchBoxProps) {
  const [draft, setDraft] = useTypedSearch(search, onSearch)
  const id = useId()
  const field = useRef<HTMLInputElement>(null)

  // Somebody may have typed before the page came alive.
  useEffect(() => {
    const typed = field.current?.value ?? ''
    if (typed !== '') setDraft(typed)
  }, [setDraft])

  return (
    <div className="min-w-0 flex-1 basis-72">
      <label htmlFor={id} className="mb-2 block font-display font-semibold">
        {m.team_list_search()}
      </label>
      <div className="relative">
        <Mark
          name="search"
          className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-muted"
        />
        <input
          ref={field}
          id={id}
          type="search"
          placeholder={m.team_list_search_hint()}
          maxLength={maxSearchLength}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          className="field pl-11"
        />
      </div>
    </div>
  )
}
