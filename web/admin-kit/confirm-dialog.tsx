import { useState, type ComponentProps, type ReactNode, type RefObject } from 'react'
import type { ApiProblem } from '#web/app/api-client.ts'
import { FormDialog } from '#web/app/form-dialog.tsx'
import { toast } from '#web/app/toasts.ts'
import { useForm } from '#web/app/use-form.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button, type ButtonTone } from '#web/ui/button.tsx'
import { ReasonField, reasonFault } from './fields.tsx'
import { failureText } from './texts.ts'

interface ConfirmDialogProps extends Omit<
  ComponentProps<typeof FormDialog>,
  'form' | 'cancel' | 'children'
> {
  /** Whether the log keeps why it was done. */
  readonly asksReason?: boolean
  readonly send: (reason: string) => Promise<unknown>
  /** Runs once it was sent, after `onClose`. */
  readonly onDone?: () => void
  readonly explain?: (problem: ApiProblem) => string
  readonly children: ReactNode
}

/** Asks the staff once more before something is done; a question with other fields is a form of its own. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { asksReason = false, send, onDone, explain = failureText, children, ...dialog } = props
  const [reason, setReason] = useState('')
  const form = useForm<'reason'>({
    validate: () => ({ reason: asksReason && reasonFault(reason) }),
    send: async () => {
      await send(reason.trim())
      dialog.onClose()
      onDone?.()
    },
    explain,
  })
  return (
    <FormDialog {...dialog} form={form} cancel={m.admin_cancel()}>
      <div className="text-muted">{children}</div>
      {asksReason && (
        <div aria-live="polite" className="mt-5">
          <ReasonField
            name="reason"
            value={reason}
            error={form.errors.reason}
            isFrozen={form.isPending}
            onChange={setReason}
          />
        </div>
      )}
    </FormDialog>
  )
}

interface AskButtonProps extends Omit<
  ConfirmDialogProps,
  'submit' | 'onDone' | 'onClose' | 'refresh'
> {
  readonly label: string
  /** What the button does, with what it does that to, where several have its label. */
  readonly name?: string
  readonly tone?: ButtonTone
  readonly className?: string
  /** Whether it can be done now. An open dialog stays without that, and shows what the server says. */
  readonly isOffered?: boolean
  /** Gets the focus once it is done, where the pressed button may be gone. */
  readonly owner?: RefObject<HTMLElement | null>
  readonly done: string
  /** Requests again what this may change. */
  readonly refresh: () => void
}

/** A button that asks before it sends. */
export function AskButton(props: AskButtonProps) {
  const { label, name, tone, className, isOffered = true, owner, done, ...dialog } = props
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      {isOffered && (
        <Button
          tone={tone}
          className={className}
          aria-label={name}
          onClick={() => setIsAsking(true)}
        >
          {label}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          {...dialog}
          submit={label}
          onDone={() => {
            toast({ title: done, tone: 'success' })
            dialog.refresh()
            requestAnimationFrame(() => owner?.current?.focus())
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
