import { useId, useRef, useState, type ReactNode } from 'react'
import { haveLength, type TeamPreferences } from '#domain/team-match.ts'
import {
  mostSpokenLanguages,
  spokenLanguages,
  type SpokenLanguage,
  type UsualHours,
} from '#domain/team.ts'
import { Disclosure } from '#web/app/disclosure.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Chip } from '#web/ui/choice-card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { FieldError } from '#web/ui/fields.tsx'
import { clockText, timeZoneName, useReaderClock } from './hours.ts'
import { languageName } from './listing-labels.ts'
import { savePreferences, usePreferences } from './preferences.ts'

export interface FieldProps<Value> {
  /** Of its controls in a form. */
  readonly name?: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly error?: ReactNode
}

export function LanguagesField(props: FieldProps<readonly SpokenLanguage[]>) {
  return (
    <ChipField
      {...props}
      legend={m.team_match_languages_legend()}
      options={spokenLanguages}
      labelOf={languageName}
      most={mostSpokenLanguages}
    />
  )
}

interface ChipFieldProps<Value extends string> extends FieldProps<readonly Value[]> {
  readonly legend: ReactNode
  readonly options: readonly Value[]
  readonly labelOf: (option: Value) => string
  /** How many can be on at most. */
  readonly most: number
}

/** A set of chips of which a limited number can be on. */
export function ChipField<Value extends string>(props: ChipFieldProps<Value>) {
  const { name, legend, options, labelOf, most, value, onChange, error } = props
  const hintId = useId()
  const errorId = useId()
  const isFull = value.length >= most

  function change(option: Value, isOn: boolean): void {
    onChange(options.filter((each) => (each === option ? isOn : value.includes(each))))
  }

  return (
    <fieldset aria-describedby={classNames(hintId, Boolean(error) && errorId)}>
      <legend className="mb-2 font-display font-semibold text-ink">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <Chip
            key={option}
            type="checkbox"
            name={name}
            checked={value.includes(option)}
            disabled={isFull && !value.includes(option)}
            onChange={(isOn) => change(option, isOn)}
          >
            {labelOf(option)}
          </Chip>
        ))}
      </div>
      <output id={hintId} className="mt-2 block text-sm text-muted">
        {isFull ? m.team_match_most_reached({ most }) : m.team_match_most_hint({ most })}
      </output>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}

const evening = { from: 20, to: 23 }

/**
 * A player's usual hours: whole hours in their own time zone, or in the one of an existing listing.
 * They may have zero length, for which the field shows an error; `haveLength` detects them.
 */
export function UsualHoursField(props: FieldProps<UsualHours | null>) {
  const { name = 'usualHours', value, onChange, error } = props
  const clock = useReaderClock()
  const id = useId()
  const zoneId = `${id}-zone`
  const errorId = `${id}-error`
  const shownError = error ?? (value && !haveLength(value) ? m.team_match_hours_equal() : null)
  const describedBy = classNames(value && zoneId, Boolean(shownError) && errorId)

  return (
    <fieldset aria-describedby={describedBy === '' ? undefined : describedBy}>
      <legend className="mb-2 font-display font-semibold text-ink">
        {m.team_match_hours_legend()}
      </legend>
      <div className="flex flex-wrap gap-2">
        <Chip type="radio" name={name} checked={value === null} onChange={() => onChange(null)}>
          {m.team_match_hours_none()}
        </Chip>
        <Chip
          type="radio"
          name={name}
          checked={value !== null}
          onChange={() => onChange({ ...evening, timeZone: clock?.timeZone ?? 'UTC' })}
        >
          {m.team_match_hours_fixed()}
        </Chip>
      </div>
      {value && (
        <>
          <div className="mt-3 grid max-w-sm grid-cols-2 gap-3">
            <HourSelect
              name={name}
              label={m.team_match_hours_from()}
              hour={value.from}
              isWrong={!haveLength(value)}
              onChange={(from) => onChange({ ...value, from })}
            />
            <HourSelect
              name={name}
              label={m.team_match_hours_to()}
              hour={value.to}
              isWrong={!haveLength(value)}
              onChange={(to) => onChange({ ...value, to })}
            />
          </div>
          <HoursZone
            id={zoneId}
            timeZone={value.timeZone}
            onChange={(timeZone) => onChange({ ...value, timeZone })}
          />
        </>
      )}
      {shownError && <FieldError id={errorId}>{shownError}</FieldError>}
    </fieldset>
  )
}

interface HourSelectProps {
  readonly name: string
  readonly label: ReactNode
  /** 0 to 23. */
  readonly hour: number
  readonly isWrong: boolean
  readonly onChange: (hour: number) => void
}

const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour)

function HourSelect({ name, label, hour, isWrong, onChange }: HourSelectProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm text-muted">
        {label}
      </label>
      <select
        id={id}
        name={name}
        className="field tabular-nums"
        value={hour}
        aria-invalid={isWrong ? true : undefined}
        onChange={({ target }) => onChange(Number(target.value))}
      >
        {hoursOfDay.map((each) => (
          <option key={each} value={each}>
            {clockText(each * 60)}
          </option>
        ))}
      </select>
    </div>
  )
}

interface HoursZoneProps {
  /** The id for the `aria-describedby` of the hours. */
  readonly id: string
  readonly timeZone: string
  readonly onChange: (timeZone: string) => void
}

/** The time zone of the hours: the visitor's own, or the one where they were entered. */
function HoursZone({ id, timeZone, onChange }: HoursZoneProps) {
  const clock = useReaderClock()
  const text = useRef<HTMLParagraphElement>(null)
  const zone = clock && timeZoneName(timeZone, clock.timeMs)
  const ownZone = clock && timeZoneName(clock.timeZone, clock.timeMs)
  // Two names of the same zone, such as Paris and Berlin, are the same for the reader.
  const isElsewhere = clock !== null && zone !== ownZone
  return (
    <div className="mt-2 text-sm text-muted">
      <p id={id} ref={text} tabIndex={-1}>
        {zone !== null &&
          ownZone !== null &&
          (isElsewhere
            ? m.team_match_hours_other_zone({ zone, ownZone })
            : m.team_match_hours_own_zone({ zone }))}
      </p>
      {isElsewhere && (
        <button
          type="button"
          className="min-h-11 text-left text-ink underline underline-offset-4 hover:text-crystal"
          onClick={() => {
            onChange(clock.timeZone)
            // The button disappears, and the focus moves to the text with the result.
            text.current?.focus()
          }}
        >
          {m.team_match_hours_take_own_zone()}
        </button>
      )}
    </div>
  )
}

const noPreferences: TeamPreferences = { languages: [], usualHours: null }

/** The visitor's own languages and hours, stored on this device as soon as they are chosen. */
export function PreferencesPanel() {
  const { languages, usualHours } = usePreferences() ?? noPreferences
  // Hours of zero length are shown but not stored.
  const [unusableHours, setUnusableHours] = useState<UsualHours | null>(null)

  function changeHours(hours: UsualHours | null): void {
    const isUsable = hours === null || haveLength(hours)
    setUnusableHours(isUsable ? null : hours)
    if (isUsable) savePreferences({ languages, usualHours: hours })
  }

  return (
    <Disclosure title={m.team_match_habits_title()}>
      <p className="mb-5 max-w-prose">{m.team_match_habits_text()}</p>
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <LanguagesField
          value={languages}
          onChange={(chosen) => savePreferences({ languages: chosen, usualHours })}
        />
        <UsualHoursField value={unusableHours ?? usualHours} onChange={changeHours} />
      </div>
    </Disclosure>
  )
}
