import type { ComponentProps } from 'react'
import type { ApiProblem } from '#web/app/api-client.ts'
import { FormDialog } from '#web/app/form-dialog.tsx'
import { useForm } from '#web/app/use-form.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { failureText } from './texts.ts'

interface ConfirmDialogProps extends Omit<ComponentProps<typeof FormDialog>, 'form' | 'cancel'> {
  readonly send: () => Promise<unknown>
  readonly explain?: (problem: ApiProblem) => string
}

/** Asks the staff once more before something is done; a question with fields is a form of its own. */
export function ConfirmDialog({ send, explain = failureText, ...dialog }: ConfirmDialogProps) {
  return <FormDialog {...dialog} form={useForm({ send, explain })} cancel={m.admin_cancel()} />
}
