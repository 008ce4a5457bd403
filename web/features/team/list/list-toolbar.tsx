import { useEffect, useId, useRef, useState } from 'react'
import {
  listingTypes,
  playStyles,
  spokenLanguages,
  type ListingFilter,
  type SpokenLanguage,
} from '#domain/team.ts'
import { longestSearch } from '#domain/text-limits.ts'
import { Icon } from '#web/art/icon.tsx'
import {
  languageName,
  listingTypeLabel,
  playStyleLabel,
} from '#web/features/team/listing-labels.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { getLocale } from '#web/i18n/runtime.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields.tsx'
import { useTypedSearch } from '#web/ui/use-typed-search.ts'
import { activeFilters } from './list-filter.ts'
import { Mark } from './marks.tsx'

interface ListToolbarProps {
  readonly filter: ListingFilter
  readonly onChange: (filter: ListingFilter) => void
}

export function ListToolbar({ filter, onChange }: ListToolbarProps) {
  const [isOpen, setIsOpen] = useState(false)
  const menuId = useId()
  const menuButton = useRef<HTMLButtonElement>(null)
  const set = activeFilters(filter)

  function removeFilter(without: ListingFilter) {
    onChange(without)
    // The button that had the focus disappeared with its filter.
    menuButton.current?.focus()
  }

  return (
    <search className="block">
      <div className="flex flex-wrap items-end gap-3">
        <SearchBox search={filter.search} onSearch={(search) => onChange({ ...filter, search })} />
        <Button
          ref={menuButton}
          tone="secondary"
          className="min-h-12 max-sm:w-full"
          aria-expanded={isOpen}
          aria-controls={menuId}
          onClick={() => setIsOpen(!isOpen)}
          icon={<Mark name="filters" />}
        >
          <span>{m.team_list_filters()}</span>
          {set.length > 0 && (
            <span className="bg-crystal px-1.5 text-sm text-crystal-ink">{set.length}</span>
          )}
          <Icon
            name="chevron-down"
            className={`size-4 transition-transform duration-150 ${isOpen ? 'rotate-180' : ''}`}
          />
        </Button>
      </div>
      <div id={menuId} hidden={!isOpen} className="mt-4">
        {isOpen && <FiltersMenu filter={filter} onChange={onChange} />}
      </div>
      {set.length > 0 && (
        <ul aria-label={m.team_list_set_filters()} className="mt-4 flex flex-wrap gap-2">
          {set.map(({ name, text, without }) => (
            <li key={name}>
              <button
                type="button"
                onClick={() => removeFilter(without)}
                className="inline-flex min-h-11 items-center gap-2 border border-crystal bg-crystal-deep px-3 text-sm text-crystal hover:text-crystal-bright"
              >
                <span className="sr-only">{m.team_list_take_away()} </span>
                <span className="first-letter:uppercase">{text}</span>
                <Icon name="close" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}

interface SearchBoxProps {
  readonly search: string
  readonly onSearch: (search: string) => void
}

/** Searches descriptions and Discord names when the typing pauses. */
function SearchBox({ search, onSearch }: SearchBoxProps) {
  const [draft, setDraft] = useTypedSearch(search, onSearch)
  const id = useId()
  const field = useRef<HTMLInputElement>(null)

  // The visitor may have typed before hydration.
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
          maxLength={longestSearch}
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

function FiltersMenu({ filter, onChange }: ListToolbarProps) {
  return (
    <div className="cut cut-size-20 grid gap-5 p-5 sm:grid-cols-2 xl:grid-cols-[5fr_4fr_4fr_4fr]">
      <FilterChoice
        legend={m.team_list_type()}
        values={[null, ...listingTypes]}
        labelOf={(type) => type ?? m.team_list_all()}
        detailOf={(type) => type && listingTypeLabel(type)}
        value={filter.type}
        onChange={(type) => onChange({ ...filter, type })}
      />
      <FilterChoice
        legend={m.team_list_microphone()}
        values={[null, true, false]}
        labelOf={microphoneLabel}
        value={filter.hasMicrophone}
        onChange={(hasMicrophone) => onChange({ ...filter, hasMicrophone })}
      />
      <SelectField
        className="min-w-0"
        label={m.team_list_language()}
        all={m.team_list_any()}
        values={spokenLanguages}
        labelOf={capitalLanguageName}
        value={filter.language}
        onChange={(language) => onChange({ ...filter, language })}
      />
      <SelectField
        className="min-w-0"
        label={m.team_list_style()}
        all={m.team_list_any()}
        values={playStyles}
        labelOf={playStyleLabel}
        value={filter.playStyle}
        onChange={(playStyle) => onChange({ ...filter, playStyle })}
      />
    </div>
  )
}

/** `fr` as `Français`: CSS cannot capitalise options of a select. */
function capitalLanguageName(language: SpokenLanguage): string {
  const name = languageName(language)
  return name.charAt(0).toLocaleUpperCase(getLocale()) + name.slice(1)
}

function microphoneLabel(hasMicrophone: boolean | null): string {
  if (hasMicrophone === null) return m.team_list_any()
  return hasMicrophone ? m.team_list_with() : m.team_list_without()
}

interface FilterChoiceProps<Value> {
  readonly legend: string
  readonly values: readonly Value[]
  readonly labelOf: (value: Value) => string
  readonly detailOf?: (value: Value) => string | null
  readonly value: Value
  readonly onChange: (value: Value) => void
}

function FilterChoice<Value>(props: FilterChoiceProps<Value>) {
  const { legend, values, labelOf, detailOf, value, onChange } = props
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-display font-semibold">{legend}</legend>
      <div className="flex">
        {values.map((known) => (
          <label
            key={labelOf(known)}
            className="relative -ml-px grid min-h-12 min-w-14 flex-auto place-items-center border border-line-strong px-2 text-center sm:px-3 first:ml-0 hover:bg-raised has-checked:z-1 has-checked:border-crystal has-checked:bg-crystal-deep has-checked:text-crystal has-checked:forced-color-adjust-none has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-crystal-bright"
          >
            <input
              type="radio"
              name={name}
              checked={known === value}
              onChange={() => onChange(known)}
              className="absolute inset-0 z-10 size-full cursor-pointer appearance-none opacity-0"
            />
            <span className="py-1 leading-tight">
              <span>{labelOf(known)}</span>
              {detailOf?.(known) && (
                <>
                  <span className="sr-only"> · </span>
                  <span className="block text-xs">{detailOf(known)}</span>
                </>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
