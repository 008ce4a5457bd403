import type { ReactNode } from 'react'
import { mostPlayStyles, playStyles, type PlayStyle } from '#domain/team-listings.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { playStyleLabel } from '#web/team/listing-labels.ts'
import { ChipField } from './chip-field.tsx'

interface PlayStylesFieldProps {
  readonly value: readonly PlayStyle[]
  readonly onChange: (value: readonly PlayStyle[]) => void
  readonly error?: ReactNode
}

/** What somebody likes to do on the island. */
export function PlayStylesField({ value, onChange, error }: PlayStylesFieldProps) {
  return (
    <ChipField
      legend={m.team_match_styles_legend()}
      options={playStyles}
      labelOf={playStyleLabel}
      most={mostPlayStyles}
      value={value}
      onChange={onChange}
      error={error}
    />
  )
}
