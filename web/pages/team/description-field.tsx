import { longestDescription, previewOf } from '#domain/team-listings.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { classNames } from '#web/ui/class-names.ts'
import { FieldError } from '#web/ui/field-error.tsx'

interface DescriptionFieldProps {
  readonly id: string
  readonly value: string
  readonly error: string | null
  readonly onChange: (text: string) => void
}

const fewLeft = 50

/** The listing's text, how much room is left, and how it begins in the list. */
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
        <p className={classNames('tag-print', left <= fewLeft && 'text-amber')}>
          <span aria-hidden="true">
            {value.length} / {longestDescription}
          </span>
          {/* Said when it gets tight, and not at every letter. */}
          <span aria-live="polite" className="sr-only">
            {left <= fewLeft && left % 10 === 0 && m.team_form_description_left({ count: left })}
          </span>
        </p>
      </div>
      {error !== null && <FieldError id={errorId}>{error}</FieldError>}
      {/* Its line is always there: what is below stays where it is while somebody writes. */}
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
