import { useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { Elements } from './elements.ts'

interface FieldTexts {
  readonly label: ReactNode
  /** What to enter and where to find it; screen readers read it with the field. */
  readonly hint?: ReactNode
  readonly error?: ReactNode
}

interface FieldProps extends FieldTexts {
  readonly id: string
  readonly required?: boolean | undefined
  readonly className?: string | undefined
  /** Renders the input with the attributes that connect it to its label, hint and error. */
  readonly children: (attributes: FieldAttributes) => Elements
}

interface FieldAttributes {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

/** The label of an input, with a mark when it is required, its hint and its error. */
function Field({ label, hint, error, id, required, className, children }: FieldProps) {
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = classNames(Boolean(hint) && hintId, Boolean(error) && errorId)
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-2 block font-display font-semibold">
        <span>{label}</span>
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

type TextFieldProps = FieldTexts & ComponentProps<'input'>

/** A labelled text input. `required` adds a mark to the label. */
export function TextField({ label, hint, error, className, id, ...rest }: TextFieldProps) {
  const ownId = useId()
  const texts = { label, hint, error, className, required: rest.required }
  return (
    <Field {...texts} id={id ?? ownId}>
      {(attributes) => <input type="text" {...rest} {...attributes} className="field" />}
    </Field>
  )
}

type TextAreaProps = FieldTexts & ComponentProps<'textarea'>

export function TextArea({ label, hint, error, className, id, ...rest }: TextAreaProps) {
  const ownId = useId()
  const texts = { label, hint, error, className, required: rest.required }
  return (
    <Field {...texts} id={id ?? ownId}>
      {(attributes) => (
        <textarea
          dir="auto"
          rows={3}
          {...rest}
          {...attributes}
          className="field block field-sizing-content max-h-60 min-h-24 resize-y"
        />
      )}
    </Field>
  )
}

interface SelectFieldProps<Value extends string> {
  readonly label: ReactNode
  /** The label of no choice. */
  readonly all: string
  readonly values: readonly Value[]
  readonly labelOf: (value: Value) => string
  readonly value: Value | null
  readonly className?: string
  readonly onChange: (value: Value | null) => void
}

export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, all, values, labelOf, value, className, onChange } = props
  return (
    <Field id={useId()} label={label} className={className}>
      {(attributes) => (
        <select
          {...attributes}
          className="field"
          value={value ?? ''}
          onChange={({ target }) => {
            onChange(values.find((known) => known === target.value) ?? null)
          }}
        >
          <option value="">{all}</option>
          {values.map((known) => (
            <option key={known} value={known}>
              {labelOf(known)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface FieldErrorProps {
  /** The id for the field's `aria-describedby`. */
  readonly id: string
  readonly children: ReactNode
}

export function FieldError({ id, children }: FieldErrorProps) {
  return (
    <p id={id} className="mt-2 flex items-start gap-2 text-sm text-loss">
      <svg viewBox="0 0 24 24" aria-hidden="true" className="mt-px size-4.5 shrink-0">
        <path
          d="M12 3 22 20H2zM12 10v5M12 17v1"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
        />
      </svg>
      <span>{children}</span>
    </p>
  )
}
