import { useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { FieldError } from './field-error.tsx'

interface TextAreaProps extends ComponentProps<'textarea'> {
  readonly label: ReactNode
  /** What to write; read out with the field. */
  readonly hint?: ReactNode
  readonly error?: ReactNode
}

/** A labelled text input of several lines, which grows with its text. */
export function TextArea({ label, hint, error, className, ...rest }: TextAreaProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = classNames(Boolean(hint) && hintId, Boolean(error) && errorId)
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-2 block font-display font-semibold">
        {label}
        {rest.required && (
          <span aria-hidden="true" className="ml-1 text-crystal">
            *
          </span>
        )}
      </label>
      <textarea
        dir="auto"
        rows={3}
        {...rest}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy === '' ? undefined : describedBy}
        className="field block field-sizing-content max-h-60 min-h-24 resize-y"
      />
      {hint && (
        <p id={hintId} className="mt-2 text-sm text-muted">
          {hint}
        </p>
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}
