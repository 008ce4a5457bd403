import { useRef, useState, type FormEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { ApiProblem } from './api-client.ts'
import { isOutcomeUnknown } from './idempotency-key.ts'

/** What is wrong with each faulty field, by the `name` of its control. */
export type FieldErrors<Field extends string> = {
  readonly [Name in Field]?: string | false | null
}

interface FormOptions<Field extends string> {
  /** The errors of what was typed. With any, nothing is sent. */
  readonly validate?: () => FieldErrors<Field>
  /** Sends the form; `refuse` shows errors of fields that only the response reveals. */
  readonly send: (refuse: (errors: FieldErrors<Field>) => void) => Promise<unknown>
  /** What to show of a failed request: a text for the whole form, or errors of its fields. */
  readonly explain: (problem: ApiProblem) => string | FieldErrors<Field>
}

interface FieldErrorsControl<Field extends string> {
  /** For the `<form>`. A change of a control removes the error of its field. */
  readonly props: {
    readonly ref: RefObject<HTMLFormElement | null>
    readonly noValidate: true
    readonly onChange: (event: Pick<FormEvent, 'target'>) => void
    readonly onSubmit: (event: Pick<FormEvent, 'preventDefault'>) => void
  }
  readonly errors: FieldErrors<Field>
  /** Shows these errors instead, and moves the focus to the first of their fields. */
  readonly refuse: (errors: FieldErrors<Field>) => void
  /** For when other values replace those of the form, or that of a field. */
  readonly clearErrors: (field?: Field) => void
}

/** The errors of fields that are not sent by a button of their own form. */
export function useFieldErrors<Field extends string>(): FieldErrorsControl<Field> {
  const ref = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldErrors<Field>>({})
  return {
    props: {
      ref,
      noValidate: true,
      onChange: ({ target }) => setErrors((before) => ({ ...before, [nameOf(target)]: null })),
      // The browser would submit it at Enter, with what was typed in the address.
      onSubmit: (event) => event.preventDefault(),
    },
    errors,
    refuse: (found) => {
      // Rendered first, so that a screen reader reads the error with the field.
      flushSync(() => setErrors(found))
      if (ref.current) focusFirstFault(ref.current.elements, found)
    },
    clearErrors: (field) => setErrors((before) => (field ? { ...before, [field]: null } : {})),
  }
}

export interface Form<Field extends string> extends FieldErrorsControl<Field> {
  readonly isPending: boolean
  /** Why the last request failed, if that is not the fault of a field; until a control is changed. */
  readonly failure: string | null
  /** Whether that request may have done its work all the same. */
  readonly isLost: boolean
}

/**
 * A form that is sent once, however often it is submitted meanwhile. Its errors stand at their
 * fields, and the first of these gets the focus. `send` starts within the press, so it may open a
 * window.
 */
export function useForm<Field extends string = never>({
  validate,
  send,
  explain,
}: FormOptions<Field>): Form<Field> {
  const { props, errors, refuse, clearErrors } = useFieldErrors<Field>()
  // The next render may come later than a second press.
  const isSending = useRef(false)
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [isLost, setIsLost] = useState(false)

  async function submit(event: Pick<FormEvent, 'preventDefault'>): Promise<void> {
    event.preventDefault()
    if (isSending.current) return
    setFailure(null)
    const found = validate?.() ?? {}
    refuse(found)
    if (Object.values(found).some(Boolean)) return
    isSending.current = true
    setIsPending(true)
    try {
      await send(refuse)
    } catch (error) {
      const isProblem = error instanceof ApiProblem
      setIsLost(isOutcomeUnknown(error))
      // A fault of ours, not of the connection: it must not stay hidden behind the text.
      if (!isProblem) reportError(error)
      const shown = explain(isProblem ? error : new ApiProblem('unexpected_answer', 0))
      if (typeof shown === 'string') setFailure(shown)
      else refuse(shown)
    } finally {
      isSending.current = false
      setIsPending(false)
    }
  }

  return {
    props: {
      ...props,
      onChange: (event) => {
        setFailure(null)
        props.onChange(event)
      },
      onSubmit: (event) => void submit(event),
    },
    isPending,
    errors,
    refuse,
    failure,
    isLost,
    clearErrors,
  }
}

/** Returns the props of a form's text fields, by name. `write` gets what is typed into one of them. */
export function textFields<Field extends string>(
  { errors, isPending }: Pick<Form<Field>, 'errors' | 'isPending'>,
  typed: Readonly<Record<Field, string>>,
  write: (field: Field, text: string) => void,
) {
  return (name: Field) => ({
    name,
    error: errors[name],
    readOnly: isPending,
    autoComplete: 'off',
    value: typed[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      write(name, target.value),
  })
}

function focusFirstFault(controls: Iterable<Element>, errors: FieldErrors<string>): void {
  const first = findFirstFault(controls, errors)
  if (first instanceof HTMLElement) first.focus()
  // So that the next try replaces the wrong text.
  if (first instanceof HTMLInputElement) first.select()
}

/** The first control in the form's order whose field has an error. */
export function findFirstFault<Control extends object>(
  controls: Iterable<Control>,
  errors: FieldErrors<string>,
): Control | undefined {
  const names = new Set(Object.keys(errors).filter((name) => errors[name]))
  return [...controls].find((control) => names.has(nameOf(control)))
}

function nameOf(control: object): string {
  return 'name' in control && typeof control.name === 'string' ? control.name : ''
}
