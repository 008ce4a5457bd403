import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormFailure } from './form-failure.tsx'
import type { Form } from './use-form.ts'
import type { Elements } from '#web/ui/elements.ts'

interface FormDialogProps {
  readonly form: Pick<Form<never>, 'props' | 'isPending' | 'failure' | 'isLost'>
  readonly title: string
  readonly failureTitle: string
  /** The label of the button that sends; null where nothing can be sent. */
  readonly submit: string | null
  readonly pending: string
  readonly cancel: string
  readonly onClose: () => void
  /** Requests again what may be gone, once somebody has read that it failed. */
  readonly refresh?: () => void
  readonly children: Elements
}

/** Asks for details or a confirmation. Stays open while it is sent, so that the outcome is seen. */
export function FormDialog(props: FormDialogProps) {
  const { form, title, failureTitle, submit, pending, cancel, onClose, refresh, children } = props

  function close() {
    if (form.isPending) return
    onClose()
    if (form.failure !== null) refresh?.()
  }

  return (
    <Dialog title={title} closeLabel={cancel} onClose={close}>
      <form {...form.props}>
        {children}
        <FormFailure title={failureTitle} form={form} className="mt-5" />
        <div className="mt-7 flex flex-wrap justify-end gap-3">
          <Button tone="quiet" disabled={form.isPending} onClick={close}>
            {cancel}
          </Button>
          {submit !== null && (
            <Button type="submit" pending={form.isPending} pendingLabel={pending}>
              {submit}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
