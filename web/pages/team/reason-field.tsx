import { useId } from 'react'
import { reportReasons, type ReportReason } from '#domain/team-listings.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { reportReasonLabels } from '#web/team/report-listing.ts'
import { FieldError } from '#web/ui/field-error.tsx'
import { Chip } from './chip.tsx'

interface ReasonFieldProps {
  readonly value: ReportReason | null
  readonly error: string | null
  readonly onChange: (reason: ReportReason) => void
}

/** Why a listing is reported: one of a few reasons. */
export function ReasonField({ value, error, onChange }: ReasonFieldProps) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <fieldset aria-describedby={error === null ? undefined : errorId}>
      <legend className="mb-2 font-display font-semibold">{m.team_report_reason()}</legend>
      <div className="grid gap-2">
        {reportReasons.map((reason) => (
          <Chip
            key={reason}
            type="radio"
            name={id}
            checked={reason === value}
            onChange={() => onChange(reason)}
          >
            {reportReasonLabels[reason]()}
          </Chip>
        ))}
      </div>
      <div aria-live="polite">
        {error !== null && <FieldError id={errorId}>{error}</FieldError>}
      </div>
    </fieldset>
  )
}
