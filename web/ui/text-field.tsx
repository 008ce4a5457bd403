import { useId, type ComponentProps } from 'react'
import { Field, type FieldTexts } from './field.tsx'

type TextFieldProps = FieldTexts & ComponentProps<'input'>

/** A labelled text input. `required` adds a mark beside the label. */
export function TextField({ label, hint, error, className, id, ...rest }: TextFieldProps) {
  const ownId = useId()
  const texts = { label, hint, error, className, required: rest.required }
  return (
    <Field {...texts} id={id ?? ownId}>
      {(tied) => <input type="text" {...rest} {...tied} className="field" />}
    </Field>
  )
}
