import { m } from '#web/i18n/paraglide/messages.js'
import { Notice } from '#web/ui/notice.tsx'
import type { Form } from './use-form.ts'

interface FormFailureProps {
  /** What did not happen; not said where it may have happened. */
  readonly title: string
  readonly form: Pick<Form<never>, 'failure' | 'isLost'>
  readonly className?: string
}

/** Why a form was not sent; a fault of a field stands at the field. */
export function FormFailure({ title, form, className }: FormFailureProps) {
  if (form.failure === null) return null
  return (
    <Notice
      live
      tone="error"
      title={form.isLost ? m.form_unconfirmed() : title}
      className={className}
    >
      {form.failure}
    </Notice>
  )
}
