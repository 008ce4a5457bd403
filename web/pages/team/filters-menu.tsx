import { useId } from 'react'
import {
  listingTypes,
  playStyles,
  spokenLanguages,
  type ListingFilter,
  type SpokenLanguage,
} from '#domain/team-listings.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { getLocale } from '#web/i18n/runtime.ts'
import { languageName, listingTypeLabel, playStyleLabel } from '#web/team/listing-labels.ts'
import { FilterChoice } from './filter-choice.tsx'

interface FiltersMenuProps {
  readonly filter: ListingFilter
  readonly onChange: (filter: ListingFilter) => void
}

/** Everything that the list can be narrowed to, beside the search. */
export function FiltersMenu({ filter, onChange }: FiltersMenuProps) {
  return (
    <div className="cut cut-size-20 grid gap-5 p-5 sm:grid-cols-2 xl:grid-cols-[5fr_4fr_4fr_4fr]">
      <FilterChoice
        legend={m.team_list_type()}
        choices={[
          { value: null, label: m.team_list_all() },
          ...listingTypes.map((type) => ({
            value: type,
            label: type,
            detail: listingTypeLabel(type),
          })),
        ]}
        chosen={filter.type}
        onChoose={(type) => onChange({ ...filter, type })}
      />
      <FilterChoice
        legend={m.team_list_microphone()}
        choices={[
          { value: null, label: m.team_list_any() },
          { value: true, label: m.team_list_with() },
          { value: false, label: m.team_list_without() },
        ]}
        chosen={filter.hasMicrophone}
        onChoose={(hasMicrophone) => onChange({ ...filter, hasMicrophone })}
      />
      <FilterSelect
        label={m.team_list_language()}
        values={spokenLanguages}
        nameOf={capitalLanguageName}
        chosen={filter.language}
        onChoose={(language) => onChange({ ...filter, language })}
      />
      <FilterSelect
        label={m.team_list_style()}
        values={playStyles}
        nameOf={playStyleLabel}
        chosen={filter.playStyle}
        onChoose={(playStyle) => onChange({ ...filter, playStyle })}
      />
    </div>
  )
}

/** `fr` as `Français`: styles cannot do that in a list of options. */
function capitalLanguageName(language: SpokenLanguage): string {
  const name = languageName(language)
  return name.charAt(0).toLocaleUpperCase(getLocale()) + name.slice(1)
}

interface FilterSelectProps<Value extends string> {
  readonly label: string
  readonly values: readonly Value[]
  readonly nameOf: (value: Value) => string
  readonly chosen: Value | null
  readonly onChoose: (value: Value | null) => void
}

function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, values, nameOf, chosen, onChoose } = props
  const id = useId()
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-2 block font-display font-semibold">
        {label}
      </label>
      <select
        id={id}
        className="field"
        value={chosen ?? ''}
        onChange={({ target }) => onChoose(values.find((value) => value === target.value) ?? null)}
      >
        <option value="">{m.team_list_any()}</option>
        {values.map((value) => (
          <option key={value} value={value}>
            {nameOf(value)}
          </option>
        ))}
      </select>
    </div>
  )
}
