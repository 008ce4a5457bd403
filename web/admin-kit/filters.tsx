import { useId } from 'react'
import { longestSearch } from '#domain/text-limits.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { FieldError, TextField } from '#web/ui/fields.tsx'
import { useTypedSearch } from '#web/ui/use-typed-search.ts'

interface SearchFieldProps {
  readonly hint: string
  readonly search: string
  readonly onSearch: (search: string) => void
}

/** A search field that searches when the typing pauses. */
export function SearchField({ hint, search, onSearch }: SearchFieldProps) {
  const [draft, setDraft] = useTypedSearch(search, onSearch)
  return (
    <TextField
      type="search"
      label={m.admin_search()}
      hint={hint}
      maxLength={longestSearch}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
    />
  )
}

interface CheckFilterProps {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

export function CheckFilter({ label, checked, onChange }: CheckFilterProps) {
  return (
    <label className="flex min-h-12 items-center gap-3 border border-line-strong px-4 font-display font-semibold has-checked:border-crystal has-checked:bg-crystal-deep lg:mt-8.25">
      <input
        type="checkbox"
        className="size-5"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>{label}</span>
    </label>
  )
}

interface RadioFilterProps<Value extends string | number> {
  readonly label: string
  /** In a form, the field whose error it shows. */
  readonly name?: string
  readonly error?: string | false | null | undefined
  readonly values: readonly Value[]
  readonly labelOf: (value: Value) => string
  readonly value: Value
  readonly onChange: (value: Value) => void
}

export function RadioFilter<Value extends string | number>(props: RadioFilterProps<Value>) {
  const { label, error, values, labelOf, value, onChange } = props
  const id = useId()
  const { name = id } = props
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-2 font-display font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {values.map((known) => (
          <label
            key={known}
            className="inline-flex min-h-12 cursor-pointer items-center border border-line-strong px-4 text-muted has-checked:border-crystal has-checked:bg-crystal-deep has-checked:text-crystal has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-crystal-bright"
          >
            <input
              type="radio"
              name={name}
              value={known}
              checked={known === value}
              onChange={() => onChange(known)}
              className="sr-only"
            />
            <span>{labelOf(known)}</span>
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
