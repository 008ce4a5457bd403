import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call, type FailureCode } from '#web/app/api-client.ts'
import { clearStored } from '#web/app/browser-storage.ts'
import { Disclosure } from '#web/app/disclosure.tsx'
import { FormDialog } from '#web/app/form-dialog.tsx'
import { paths } from '#contract/paths.ts'
import { useServerData } from '#web/app/query-client.ts'
import { useSession } from '#web/app/session.ts'
import { endTopic, toastFailure } from '#web/app/toasts.ts'
import { useForm } from '#web/app/use-form.ts'
import { Icon } from '#web/art/icon.tsx'
import { claimsQuery } from '#web/features/accounts/own-steam-id.ts'
import { displayStatus } from '#web/features/orders/display-status.ts'
import { ordersQuery } from '#web/features/orders/orders-api.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Panel } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Everything that is kept about the visitor as a file, and its deletion. */
export function AccountDataPanel() {
  const { status } = useSession()
  const [dialog, setDialog] = useState<'closed' | 'confirming' | 'deleted'>('closed')
  const download = useMutation({
    mutationFn: downloadData,
    onMutate: () => endTopic('download'),
    onError: () =>
      toastFailure(m.account_download_failed_title(), m.account_download_failed_text(), 'download'),
  })
  return (
    <Panel title={m.account_data_title()}>
      <p className="text-muted">{m.account_data_text()}</p>
      {status === 'visitor' && <p className="mt-2 text-muted">{m.account_data_browser()}</p>}
      <div className="mt-5 flex flex-wrap gap-3">
        <Button
          tone="secondary"
          pending={download.isPending}
          pendingLabel={m.account_downloading()}
          onClick={() => download.mutate()}
          icon={<Icon name="rules" className="size-5" />}
        >
          {m.account_download()}
        </Button>
        <Button tone="quiet" onClick={() => setDialog('confirming')}>
          {m.account_delete()}
        </Button>
      </div>
      <div className="mt-4">
        <Disclosure title={m.account_delete_kept_title()}>
          <Kept />
        </Disclosure>
      </div>
      {dialog === 'confirming' && (
        <DeletionDialog
          onClose={() => setDialog('closed')}
          onDeleted={() => setDialog('deleted')}
        />
      )}
      {dialog === 'deleted' && <DeletedDialog />}
    </Panel>
  )
}

/** The secret of the listings that this browser made without an account. */
async function readSecret(): Promise<string | null> {
  return (await import('#web/features/team/store/ownership.ts')).readUserSecret()
}

/** By script and not by a link: a listing made without an account is found by this browser's secret. */
async function downloadData(): Promise<void> {
  const data = await call(
    import('#contract/accounts.ts').then(({ readOwnData }) => readOwnData),
    { bearerSecret: await readSecret() },
  )
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = `my-data-${data.made.slice(0, 10)}.json`
  link.click()
  URL.revokeObjectURL(link.href)
}

const problemTexts: Readonly<Partial<Record<FailureCode, () => string>>> = {
  payment_pending: () => m.account_delete_pending(),
  rate_limited: () => m.account_delete_limited(),
}

interface DeletionDialogProps {
  readonly onClose: () => void
  readonly onDeleted: () => void
}

function DeletionDialog({ onClose, onDeleted }: DeletionDialogProps) {
  const orders = useServerData(ordersQuery).data ?? []
  const claims = useServerData(claimsQuery).data
  const explanation = useRef<HTMLDivElement>(null)

  // The first button is at the end, and on a phone its focus would scroll past the text.
  useEffect(() => explanation.current?.focus(), [])

  const isWaited = orders.some((order) =>
    ['to_activate', 'in_progress'].includes(displayStatus(order)),
  )
  const form = useForm({
    send: async () => {
      await call(
        import('#contract/accounts.ts').then(({ deleteOwnData }) => deleteOwnData),
        { bearerSecret: await readSecret() },
      )
      clearStored()
      onDeleted()
    },
    explain: ({ code }) => (problemTexts[code] ?? m.account_delete_failed_text)(),
  })
  return (
    <FormDialog
      form={form}
      title={m.account_delete_title()}
      failureTitle={m.account_delete_failed_title()}
      submit={m.account_delete_confirm()}
      pending={m.account_deleting()}
      cancel={m.account_delete_cancel()}
      onClose={onClose}
    >
      <div ref={explanation} tabIndex={-1} className="grid gap-4 outline-none">
        <div>
          <h3 className="font-display font-semibold">{m.account_delete_gone_title()}</h3>
          <ul className="mt-1 list-disc space-y-1 pl-5 text-muted">
            <li>{m.account_delete_gone_account()}</li>
            <li>{m.account_delete_gone_team()}</li>
            <li>{m.account_delete_gone_browser()}</li>
          </ul>
        </div>
        <div>
          <h3 className="font-display font-semibold">{m.account_delete_kept_title()}</h3>
          <Kept />
        </div>
        {isWaited && <Notice tone="warning">{m.account_delete_waiting()}</Notice>}
        {claims && claims.claims.length > 0 && !claims.claimRequired && (
          <Notice tone="warning">{m.account_delete_unprotected()}</Notice>
        )}
      </div>
    </FormDialog>
  )
}

/** What the law or the books need, without the name. */
function Kept() {
  return (
    <>
      <ul className="mt-1 list-disc space-y-1 pl-5 text-muted">
        <li>{m.account_delete_kept_orders()}</li>
        <li>{m.account_delete_kept_kr()}</li>
        <li>{m.account_delete_kept_perks()}</li>
      </ul>
      <p className="mt-2 text-sm text-muted">{m.account_delete_elsewhere()}</p>
    </>
  )
}

function goHome(): void {
  location.assign(paths.home())
}

/** The way on loads a document, so that nothing of what was shown stays in this one. */
function DeletedDialog() {
  return (
    <Dialog
      title={m.account_deleted_title()}
      closeLabel={m.account_deleted_home()}
      onClose={goHome}
    >
      <p className="mb-6 text-muted">{m.account_deleted_text()}</p>
      <a href={paths.home()} className={buttonClass()}>
        {m.account_deleted_home()}
      </a>
    </Dialog>
  )
}
