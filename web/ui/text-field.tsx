import { useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { FieldError } from './field-error.tsx'

interface TextFieldProps extends ComponentProps<'input'> {
  readonly label: ReactNode
  /** What to type and where to find it; read out with the field. */
  readonly hint?: ReactNode
  readonly error?: ReactNode
}

/** A labelled text input. `required` adds a mark beside the label. */
export function TextField({ label, hint, error, className, id, ...rest }: TextFieldProps) {
  const ownId = useId()
  const inputId = id ?? ownId
  const hintId = `${inputId}-hint`
  const errorId = `${inputId}-error`
  const describedBy = classNames(Boolean(hint) && hintId, Boolean(error) && errorId)
  return (
    <div className={className}>
      <label htmlFor={inputId} className="mb-2 block font-display font-semibold">
        {label}
        {rest.required && (
          <span aria-hidden="true" className="ml-1 text-crystal">
            *
          </span>
        )}
      </label>
      <input
        type="text"
        {...rest}
        id={inputId}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy === '' ? undefined : describedBy}
        className="field"
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
