import { useId } from 'react'
import { longestSmallGrant } from '#contract/admin-perks.ts'
import { parseSteamId } from '#domain/steam-id.ts'
import { CheckBox, TypedField, type Field } from '#web/admin-kit/fields.tsx'
import { RadioFilter } from '#web/admin-kit/filters.tsx'
import { SteamIdField } from '#web/features/accounts/player-fields.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { FieldError } from '#web/ui/fields.tsx'
import { knownPerks } from './admin-perk-texts.ts'
import { perkName } from './perk-products.ts'

interface PlayerFieldProps extends Field<string> {
  readonly label?: string
  readonly hint: string
}

export function PlayerField({ value, ...field }: PlayerFieldProps) {
  return <SteamIdField {...field} text={value} result={parseSteamId(value)} />
}

export function playerFault(steamId: string): string | false {
  return !parseSteamId(steamId).ok && m.player_steam_id_unrecognised()
}

const termLabels = {
  days: () => m.admin_perks_term_days(),
  weeks: () => m.admin_perks_term_weeks(),
  months: () => m.admin_perks_term_months(),
  lines: () => m.admin_perks_term_lines(),
  until: () => m.admin_perks_term_until(),
  permanent: () => m.admin_perks_term_permanent(),
}
/** For how long something is granted; `lines`: as each line of a list says. */
export type Term = keyof typeof termLabels

interface TermFieldsProps {
  readonly label: string
  readonly terms: readonly Term[]
  readonly term: Field<Term>
  /** As a `datetime-local` input has it: in the time zone of this browser. */
  readonly until: Field<string>
}

/** For how long something is granted, and the moment of its end where that is chosen. */
export function TermFields({ label, terms, term, until }: TermFieldsProps) {
  return (
    <>
      <RadioFilter
        label={label}
        values={terms}
        labelOf={(known) => termLabels[known]()}
        value={term.value}
        onChange={term.onChange}
      />
      {term.value === 'until' && (
        <TypedField
          {...until}
          type="datetime-local"
          label={m.admin_perks_until()}
          hint={m.admin_perks_until_hint()}
        />
      )}
    </>
  )
}

interface TypedTerm {
  readonly term: Term
  readonly until: string
}

/** `isShort`: for those who may give 31 days at most. */
export function untilFault({ term, until }: TypedTerm, isShort = false): string | false {
  if (term !== 'until') return false
  const leftMs = Date.parse(until) - Date.now()
  if (!(leftMs > 0)) return m.admin_perks_until_wrong()
  return isShort && leftMs > longestSmallGrant.days * 24 * 60 * 60_000 && m.admin_perks_until_long()
}

export function termBody({ term, until }: TypedTerm) {
  return {
    ...(term === 'until' && { until: new Date(until).toISOString() }),
    ...(term === 'permanent' && { permanent: true as const }),
  }
}

export function PerkBoxes({ name, value, error, onChange }: Field<readonly string[]>) {
  const id = useId()
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="mb-2 font-display font-semibold">{m.admin_perks_which()}</legend>
      <div className="grid gap-2">
        {knownPerks().map((perk) => (
          <CheckBox
            key={perk}
            name={name}
            label={perkName(perk)}
            value={value.includes(perk)}
            onChange={(checked) =>
              onChange(checked ? [...value, perk] : value.filter((other) => other !== perk))
            }
          />
        ))}
      </div>
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  )
}
