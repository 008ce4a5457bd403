import { useId, type ComponentProps } from 'react'
import { Field, type FieldTexts } from './field.tsx'

type TextAreaProps = FieldTexts & ComponentProps<'textarea'>

/** A labelled text input of several lines, which grows with its text. */
export function TextArea({ label, hint, error, className, id, ...rest }: TextAreaProps) {
  const ownId = useId()
  const texts = { label, hint, error, className, required: rest.required }
  return (
    <Field {...texts} id={id ?? ownId}>
      {(tied) => (
        <textarea
          dir="auto"
          rows={3}
          {...rest}
          {...tied}
          className="field block field-sizing-content max-h-60 min-h-24 resize-y"
        />
      )}
    </Field>
  )
}
