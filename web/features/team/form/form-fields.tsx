import { useState } from 'react'
import { listingTypes, longestDescription, previewOf, type ListingType } from '#domain/team.ts'
import { listingTypeLabel } from '#web/features/team/listing-labels.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { ChoiceCard, ChoiceGroup } from '#web/ui/choice-card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { FieldError, TextField } from '#web/ui/fields.tsx'
import { clampNumber } from './listing-draft.ts'

interface TypeFieldProps {
  readonly value: ListingType
  readonly onChange: (type: ListingType) => void
}

const notes: Readonly<Record<ListingType, () => string>> = {
  LFG: m.team_form_type_lfg_note,
  LFT: m.team_form_type_lft_note,
}

/** Whether a player looks for a group, or a group for players. */
export function TypeField({ value, onChange }: TypeFieldProps) {
  return (
    <ChoiceGroup legend={m.team_form_type()} className="grid gap-3 sm:grid-cols-2 sm:gap-4">
      {listingTypes.map((type) => (
        <ChoiceCard
          key={type}
          name="listing-type"
          value={type}
          checked={type === value}
          onChoose={() => onChange(type)}
          title={type}
          detail={<span className="text-xl sm:text-2xl">{listingTypeLabel(type)}</span>}
          note={notes[type]()}
        />
      ))}
    </ChoiceGroup>
  )
}

interface NumberFieldProps {
  readonly id: string
  readonly label: string
  /** Describes the valid range. */
  readonly hint: string
  readonly value: string
  /** Converts a typed text to a valid number. */
  readonly clamp: (text: string) => number
  readonly onChange: (text: string) => void
}

const noLimits = { min: -Infinity, max: Infinity, otherwise: Number.NaN }

/** A number field. On blur the number is clamped to its limits, and a message says so. */
export function NumberField({ id, label, hint, value, clamp, onChange }: NumberFieldProps) {
  const [correction, setCorrection] = useState<number | null>(null)

  function leave() {
    const clamped = clamp(value)
    const typed = clampNumber(value, noLimits)
    if (typed !== clamped) setCorrection(clamped)
    if (String(clamped) !== value) onChange(String(clamped))
  }

  return (
    <TextField
      id={id}
      label={label}
      hint={
        <>
          {hint}{' '}
          {/* Its line always takes its space, so that a button below does not move from under a press. */}
          <span aria-live="polite" className="block min-h-[1lh] text-amber">
            {correction !== null && m.team_form_corrected({ value: String(correction) })}
          </span>
        </>
      }
      inputMode="numeric"
      autoComplete="off"
      maxLength={12}
      value={value}
      onChange={(event) => {
        setCorrection(null)
        onChange(event.target.value)
      }}
      onBlur={leave}
    />
  )
}

interface DescriptionFieldProps {
  readonly id: string
  readonly value: string
  readonly error: string | null
  readonly onChange: (text: string) => void
}

const warningLength = 50

/** A text area for the description, with the remaining length and a preview of its start in the list. */
export function DescriptionField({ id, value, error, onChange }: DescriptionFieldProps) {
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const left = longestDescription - value.length
  const preview = previewOf(value)
  return (
    <div>
      <label htmlFor={id} className="mb-2 block font-display font-semibold">
        {m.team_form_description()}
        <span aria-hidden="true" className="ml-1 text-crystal">
          *
        </span>
      </label>
      <textarea
        id={id}
        required
        rows={5}
        dir="auto"
        maxLength={longestDescription}
        aria-invalid={error === null ? undefined : true}
        aria-describedby={classNames(hintId, error !== null && errorId)}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="field block field-sizing-content max-h-96 min-h-36 resize-y"
      />
      <div className="mt-2 flex flex-wrap justify-between gap-x-6 gap-y-1 text-sm text-muted">
        <p id={hintId} className="min-w-48 flex-1">
          {m.team_form_description_hint()}
        </p>
        <p className={classNames('tag-print', left <= warningLength && 'text-amber')}>
          <span aria-hidden="true">
            {value.length} / {longestDescription}
          </span>
          {/* Announced only when little is left, and not at every letter. */}
          <span aria-live="polite" className="sr-only">
            {left <= warningLength &&
              left % 10 === 0 &&
              m.team_form_description_left({ count: left })}
          </span>
        </p>
      </div>
      {error !== null && <FieldError id={errorId}>{error}</FieldError>}
      {/* Its line always takes its space, so that the content below does not move while typing. */}
      <p className="mt-3 min-h-[1lh] overflow-x-clip text-sm wrap-anywhere text-muted">
        {preview !== '' && (
          <>
            {m.team_form_preview()} <bdi className="text-ink">{preview}</bdi>
          </>
        )}
      </p>
    </div>
  )
}

interface ContactFieldProps {
  readonly id: string
  readonly value: string
  /** The Discord name of the signed-in account; null for a visitor. */
  readonly accountName: string | null
  readonly error: string | null
  readonly onChange: (name: string) => void
}

/** The Discord name for contact, with a hint on how it gets verified. */
export function ContactField({ id, value, accountName, error, onChange }: ContactFieldProps) {
  return (
    <TextField
      id={id}
      label={m.team_form_discord()}
      hint={
        <>
          {m.team_form_discord_hint()}{' '}
          {accountName === null
            ? m.team_form_discord_visitor()
            : m.team_form_discord_account({ name: accountName })}
        </>
      }
      error={error}
      required
      dir="auto"
      maxLength={100}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
