import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormFailure } from './form-failure.tsx'
import type { Form } from './use-form.ts'
import type { Elements } from '#web/ui/elements.ts'

interface FormDialogProps {
  readonly form: Pick<Form<never>, 'props' | 'isPending' | 'failure'>
  readonly title: string
  readonly failureTitle: string
  /** The label of the button that sends; null where nothing can be sent. */
  readonly submit: string | null
  readonly pending: string
  readonly cancel: string
  readonly onClose: () => void
  readonly children: Elements
}

/** Asks for details or a confirmation. Stays open while it is sent, so that the outcome is seen. */
export function FormDialog(props: FormDialogProps) {
  const { form, title, failureTitle, submit, pending, cancel, onClose, children } = props

  function close() {
    if (!form.isPending) onClose()
  }

  return (
    <Dialog title={title} closeLabel={cancel} onClose={close}>
      <form {...form.props}>
        {children}
        <FormFailure title={failureTitle} failure={form.failure} className="mt-5" />
        <div className="mt-7 flex flex-wrap justify-end gap-3">
          <Button tone="quiet" disabled={form.isPending} onClick={onClose}>
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
