import { maxSearchLength } from '#web/admin/admin-address.ts'
import { useTypedSearch } from '#web/components/use-typed-search.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { TextField } from '#web/ui/text-field.tsx'

interface SearchFieldProps {
  /** What can be looked for. */
  readonly hint: string
  readonly search: string
  readonly onSearch: (search: string) => void
  readonly className?: string
}

/** Searches when the typing pauses. */
export function SearchField({ hint, search, onSearch, className }: SearchFieldProps) {
  const [draft, setDraft] = useTypedSearch(search, onSearch)
  return (
    <TextField
      type="search"
      label={m.admin_search()}
      hint={hint}
      maxLength={maxSearchLength}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      {...(className !== undefined && { className })}
    />
  )
}
