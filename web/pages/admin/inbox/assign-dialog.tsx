import { useState } from 'react'
import type { AdminOrder, InboxPayment } from '#contract/admin.ts'
import { orderCan } from '#domain/orders.ts'
import { formatAmount } from '#web/admin/admin-formats.ts'
import { adminApi } from '#web/admin/admin-api.ts'
import { failureText, orderStates } from '#web/admin/admin-texts.ts'
import { itemTitle } from '#web/cart/product-text.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { toast } from '#web/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface AssignDialogProps {
  readonly payment: InboxPayment
  readonly order: AdminOrder
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Asks once more before money is given to an order: who gets what, for how much. */
export function AssignDialog({ payment, order, onClose, onDone }: AssignDialogProps) {
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const paid = formatAmount(payment.amountCents, payment.currency)
  const price = formatAmount(order.item.priceCents, 'EUR')
  // The server decides; what it is sure to refuse is not offered.
  const fits =
    payment.currency === 'EUR' &&
    payment.amountCents === order.item.priceCents &&
    orderCan.deliver(order.status)

  // What becomes of the money must be seen; a second press beside a shrunken dialog would hide it.
  function close() {
    if (isPending) return
    // What was refused has changed meanwhile, perhaps by another admin.
    if (failure === null) onClose()
    else onDone()
  }

  async function assign() {
    setIsPending(true)
    setFailure(null)
    try {
      await adminApi.assignPayment(payment.id, order.id)
      toast({
        title: m.admin_assigned(),
        description: m.admin_assigned_text({
          item: itemTitle(order.item),
          buyer: order.discordUsername,
        }),
        tone: 'success',
      })
      onDone()
    } catch (reason) {
      setFailure(failureText(reason))
    }
    setIsPending(false)
  }

  return (
    <Dialog title={m.admin_assign_question()} closeLabel={m.admin_cancel()} onClose={close}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2">
        <Row label={m.admin_column_buyer()}>{order.discordUsername}</Row>
        <Row label={m.admin_steam_id()}>{order.steamId}</Row>
        <Row label={m.admin_column_item()}>{itemTitle(order.item)}</Row>
        <Row label={m.admin_column_price()}>{price}</Row>
        <Row label={m.admin_paid_amount()}>{paid}</Row>
        <Row label={m.admin_column_status()}>{orderStates[order.status].label()}</Row>
      </dl>
      {fits ? (
        <p className="mt-5 text-muted">{m.admin_assign_consequence()}</p>
      ) : (
        <Notice tone="warning" className="mt-5">
          {m.admin_failure_not_assignable()}
        </Notice>
      )}
      {failure !== null && (
        <Notice live tone="error" title={m.admin_assign_failed()} className="mt-5">
          {failure}
        </Notice>
      )}
      <div className="mt-7 flex flex-wrap justify-end gap-3">
        <Button tone="quiet" onClick={close}>
          {m.admin_cancel()}
        </Button>
        {fits && (
          <Button
            pending={isPending}
            pendingLabel={m.admin_assign_pending()}
            onClick={() => void assign()}
          >
            {m.admin_assign()}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function Row({ label, children }: { readonly label: string; readonly children: string }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="font-semibold wrap-anywhere">{children}</dd>
    </>
  )
}
