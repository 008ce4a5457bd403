import { useState, type ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { Elements } from '#web/ui/elements.ts'
import { TextField } from '#web/ui/fields.tsx'
import type { ApiProblem } from './api-client.ts'
import { useForm } from './use-form.ts'

interface OneFieldFormProps extends Omit<
  ComponentProps<typeof TextField>,
  'value' | 'onChange' | 'error' | 'form'
> {
  /** The button that submits the form; its children are the label. */
  readonly button: ComponentProps<typeof Button>
  /** What the field keeps of what is typed; without it, everything. */
  readonly filter?: (text: string) => string
  /** What is wrong with the typed text; then it is not sent. */
  readonly validate: (text: string) => string | false
  /** Sends the text; `refuse` shows an error that only the response reveals. */
  readonly send: (text: string, refuse: (error: string) => void) => Promise<unknown>
  /** Why a request failed; shown at the field as well. */
  readonly explain: (problem: ApiProblem) => string
  readonly formClassName: string
  /** Between the field and the button. */
  readonly children?: Elements
}

export function OneFieldForm(props: OneFieldFormProps) {
  const { button, filter, validate, send, explain, formClassName, children, ...field } = props
  const [text, setText] = useState('')
  const form = useForm<'text'>({
    validate: () => ({ text: validate(text) }),
    send: (refuse) => send(text, (error) => refuse({ text: error })),
    explain: (problem) => ({ text: explain(problem) }),
  })
  return (
    <form {...form.props} className={formClassName}>
      <div aria-live="polite">
        <TextField
          {...field}
          name="text"
          error={form.errors.text}
          value={text}
          onChange={({ target }) => setText(filter ? filter(target.value) : target.value)}
        />
      </div>
      {children}
      <Button type="submit" {...button} pending={form.isPending} />
    </form>
  )
}
