import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { FieldError } from './field-error.tsx'

export interface FieldTexts {
  readonly label: ReactNode
  /** What to write and where to find it; read out with the field. */
  readonly hint?: ReactNode
  readonly error?: ReactNode
}

interface FieldProps extends FieldTexts {
  /** Of the input. */
  readonly id: string
  readonly required?: boolean | undefined
  readonly className?: string | undefined
  /** The input, with what ties it to its texts. */
  readonly children: (tied: TiedAttributes) => ReactNode
}

interface TiedAttributes {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

/** What stands around an input: its label, with a mark when it is required, its hint and its error. */
export function Field({ label, hint, error, id, required, className, children }: FieldProps) {
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = classNames(Boolean(hint) && hintId, Boolean(error) && errorId)
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-2 block font-display font-semibold">
        {label}
        {required && (
          <span aria-hidden="true" className="ml-1 text-crystal">
            *
          </span>
        )}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
      })}
      {hint && (
        <p id={hintId} className="mt-2 text-sm text-muted">
          {hint}
        </p>
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}
