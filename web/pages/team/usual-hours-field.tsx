import { useId, type ReactNode } from 'react'
import type { UsualHours } from '#domain/team-listings.ts'
import { haveLength } from '#domain/usual-hours.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { useReaderClock } from '#web/team/reader-clock.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Chip } from './chip.tsx'
import { FieldError } from '#web/ui/field-error.tsx'
import { HourSelect } from './hour-select.tsx'
import { HoursZone } from './hours-zone.tsx'

interface UsualHoursFieldProps {
  readonly value: UsualHours | null
  /** Hours that begin and end at the same time come as well, and the field says so: `haveLength` tells. */
  readonly onChange: (value: UsualHours | null) => void
  readonly error?: ReactNode
}

const evening = { from: 20, to: 23 }

/** When somebody usually plays: whole hours by his own clock, or by that of the listing he wrote elsewhere. */
export function UsualHoursField({ value, onChange, error }: UsualHoursFieldProps) {
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
        <Chip type="radio" name={id} checked={value === null} onChange={() => onChange(null)}>
          {m.team_match_hours_none()}
        </Chip>
        <Chip
          type="radio"
          name={id}
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
              label={m.team_match_hours_from()}
              hour={value.from}
              isWrong={!haveLength(value)}
              onChange={(from) => onChange({ ...value, from })}
            />
            <HourSelect
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
