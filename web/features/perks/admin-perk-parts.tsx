import { useState, type ReactNode, type RefObject } from 'react'
import * as contract from '#contract/admin-perks.ts'
import { adminCall, useAdminAccess } from '#web/admin-kit/session.ts'
import { failureText } from '#web/admin-kit/texts.ts'
import { refreshFigures } from '#web/admin-kit/use-admin-data.ts'
import type { ApiProblem } from '#web/app/api-client.ts'
import { FormDialog } from '#web/app/form-dialog.tsx'
import { toast } from '#web/app/toasts.ts'
import { useForm } from '#web/app/use-form.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button, type ButtonTone } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ReasonField, reasonFault } from './admin-perk-fields.tsx'
import { faultText } from './admin-perk-texts.ts'

/** Requests in the background whatever a change may have changed. */
export function refreshPerks(): void {
  refreshFigures(
    contract.listGrants,
    contract.listAdapters,
    contract.listFileVersions,
    contract.listPerkBatches,
  )
}

// An adapter waits up to 25 s for a machine that does not answer, and longer for a slow one.
const checkTimeoutMs = 60_000

/** Tries an adapter; whatever waits for it is then tried again. */
export async function checkAdapter(name: string): Promise<contract.AdapterCheck> {
  const result = await adminCall(contract.checkAdapter, {
    params: { name },
    timeoutMs: checkTimeoutMs,
  })
  refreshPerks()
  return result
}

interface FaultBoxProps {
  readonly code: string
  /** What the other program or machine reported. */
  readonly detail: string | null
  /** Whether it stays until the staff has done something. */
  readonly isForOwner: boolean
}

/** Why something is not delivered and what to do. */
export function FaultBox({ code, detail, isForOwner }: FaultBoxProps) {
  return (
    <div
      className={classNames(
        'border-l-4 p-3.5 sm:p-4',
        isForOwner ? 'border-amber bg-amber-deep' : 'border-line-strong bg-surface',
      )}
    >
      <p>
        {isForOwner && (
          <span className="font-display font-semibold text-amber">{m.admin_what_to_do()} </span>
        )}
        <span>{faultText(code)}</span>
      </p>
      {detail !== null && detail !== '' && (
        <p className="mt-1.5 text-sm text-muted">
          {m.admin_perks_answer()}{' '}
          <span lang="en" className="font-mono text-[0.8125rem] wrap-anywhere">
            {detail}
          </span>
        </p>
      )}
    </div>
  )
}

interface AskDialogProps {
  readonly title: string
  readonly failureTitle: string
  /** The label of the button that sends; null where nothing can be sent. */
  readonly submit: string | null
  readonly pending: string
  /** Whether the log keeps why it was done. */
  readonly asksReason?: boolean
  readonly send: (reason: string) => Promise<unknown>
  readonly explain?: (problem: ApiProblem) => string
  /** Refetches what this may change; by default the perks. */
  readonly refresh?: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

export function AskDialog(props: AskDialogProps) {
  const { asksReason = false, send, explain = failureText, children, ...dialog } = props
  const { refresh = refreshPerks, onClose } = dialog
  const [reason, setReason] = useState('')
  const form = useForm<'reason'>({
    validate: () => ({ reason: asksReason && reasonFault(reason) }),
    send: () => send(reason.trim()),
    explain,
  })

  function close(): void {
    onClose()
    // What failed may be gone, and its row with it: not before the failure was read.
    if (form.failure !== null) refresh()
  }

  return (
    <FormDialog {...dialog} form={form} cancel={m.admin_cancel()} onClose={close}>
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

interface AskButtonProps extends Omit<AskDialogProps, 'submit' | 'onClose'> {
  readonly label: string
  /** What the button does, with what it does that to. */
  readonly name: string
  readonly tone?: ButtonTone
  readonly className?: string
  /** Whether it can be done now. An open dialog stays without that, and shows what the server says. */
  readonly isOffered: boolean
  /** Gets the focus once it is done, because the pressed button may be gone. */
  readonly owner: RefObject<HTMLElement | null>
  readonly done: string
}

export function AskButton(props: AskButtonProps) {
  const { label, name, tone, className, isOffered, owner, done, ...dialog } = props
  const { refresh = refreshPerks } = dialog
  const [isAsking, setIsAsking] = useState(false)
  const isOpen = useAdminAccess().status === 'open'
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
      {isAsking && isOpen && (
        <AskDialog
          {...dialog}
          submit={label}
          send={async (reason) => {
            await dialog.send(reason)
            toast({ title: done, tone: 'success' })
            refresh()
            setIsAsking(false)
            requestAnimationFrame(() => owner.current?.focus())
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
