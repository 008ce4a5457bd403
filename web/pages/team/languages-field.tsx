import type { ReactNode } from 'react'
import { mostSpokenLanguages, spokenLanguages, type SpokenLanguage } from '#domain/team-listings.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { languageName } from '#web/team/listing-labels.ts'
import { ChipField } from './chip-field.tsx'

interface LanguagesFieldProps {
  readonly value: readonly SpokenLanguage[]
  readonly onChange: (value: readonly SpokenLanguage[]) => void
  readonly error?: ReactNode
}

/** Which languages somebody speaks. */
export function LanguagesField({ value, onChange, error }: LanguagesFieldProps) {
  return (
    <ChipField
      legend={m.team_match_languages_legend()}
      options={spokenLanguages}
      labelOf={languageName}
      most={mostSpokenLanguages}
      value={value}
      onChange={onChange}
      error={error}
    />
  )
}
