import { useState, type FormEvent } from 'react'
import type { AdminOrder, InboxPayment } from '#contract/staff.ts'
import { orderCan } from '#domain/orders.ts'
import { toast } from '#web/app/toasts.ts'
import { itemTitle } from '#web/features/donations/product-text.ts'
import {
  Moment,
  OrderItemText,
  PriceText,
  TransactionText,
} from '#web/features/orders/admin-order-parts.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Badge } from '#web/ui/labels.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { noFilters, ordersQuery } from './admin-address.ts'
import { adminApi } from './admin-api.ts'
import { ResolveForm } from './admin-resolve-form.tsx'
import { useAdminAccess } from './admin-session.ts'
import { explainPayment, failureText, orderStates, paymentStates } from './admin-texts.ts'
import { AccountText, formatAmount } from './admin-values.tsx'

interface InboxCardProps {
  readonly payment: InboxPayment
  readonly onDone: () => void
}

/** A payment that matches no order: the known facts, and the possible actions. */
export function InboxCard({ payment, onDone }: InboxCardProps) {
  const [chosen, setChosen] = useState<AdminOrder | null>(null)
  const isOpen = useAdminAccess().status === 'open'
  const { reason, action } = explainPayment(payment)
  const isAssignable =
    payment.status === 'completed' && payment.refundedCents === 0 && !payment.isDisputed
  return (
    <article className="cut cut-size-20 grid gap-x-10 gap-y-6 p-5 sm:p-7 lg:grid-cols-2">
      <div>
        <PaymentFacts payment={payment} />
        <div className="mt-5 border-l-4 border-amber bg-amber-deep p-4">
          <p className="font-semibold">{reason}</p>
          <p className="mt-2">
            <span className="font-display font-semibold text-amber">{m.admin_what_to_do()}</span>{' '}
            {action}
          </p>
        </div>
        <ResolveForm
          id={payment.id}
          onResolve={(note) => adminApi.resolvePayment(payment.id, note)}
          onDone={onDone}
        />
      </div>
      <div>
        <h4 className="mb-3 font-display text-lg font-semibold">{m.admin_assign_title()}</h4>
        {isAssignable ? (
          <>
            <Candidates candidates={payment.candidates} onChoose={setChosen} />
            <TypedOrderForm paymentId={payment.id} onChoose={setChosen} />
          </>
        ) : (
          <p className="text-muted">{m.admin_not_assignable_now()}</p>
        )}
      </div>
      {chosen && isOpen && (
        <AssignDialog
          payment={payment}
          order={chosen}
          onClose={() => setChosen(null)}
          onDone={() => {
            setChosen(null)
            onDone()
          }}
        />
      )}
    </article>
  )
}

function PaymentFacts({ payment }: { readonly payment: InboxPayment }) {
  const { label, tone } = paymentStates[payment.status]
  return (
    <>
      <h3 className="flex flex-wrap items-center gap-x-4 gap-y-2 pr-4">
        <span className="text-3xl tabular-nums">
          {formatAmount(payment.amountCents, payment.currency)}
        </span>
        <Badge tone={tone}>{label()}</Badge>
        {payment.isDisputed && <Badge tone="amber">{m.admin_status_disputed()}</Badge>}
      </h3>
      {payment.refundedCents > 0 && (
        <p className="mt-1 text-sm text-loss">
          {m.admin_refunded_amount({
            amount: formatAmount(payment.refundedCents, payment.currency),
          })}
        </p>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-1 text-sm text-muted">
        <Moment iso={payment.madeAt} />
        <span className="flex flex-wrap items-center gap-x-2">
          {m.admin_transaction()}
          <TransactionText transactionId={payment.transactionId} />
        </span>
      </div>
    </>
  )
}

interface CandidatesProps {
  readonly candidates: readonly AdminOrder[]
  readonly onChoose: (order: AdminOrder) => void
}

/** The orders that the payment may be for. */
function Candidates({ candidates, onChoose }: CandidatesProps) {
  if (candidates.length === 0) return <p className="text-muted">{m.admin_candidates_none()}</p>
  return (
    <>
      <p className="mb-3 text-sm text-muted">{m.admin_candidates_text()}</p>
      <ul className="grid gap-3">
        {candidates.map((order) => (
          <li
            key={order.id}
            className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 border border-line bg-ground p-4"
          >
            <div className="min-w-0">
              <OrderItemText order={order} />
              <div className="mt-1">
                <AccountText {...order} />
              </div>
              <p className="text-sm text-muted">
                {m.admin_column_opened()} <Moment iso={order.openedAt} />
              </p>
            </div>
            <div className="ml-auto flex flex-wrap items-center justify-end gap-4">
              <PriceText order={order} />
              <Button
                tone="secondary"
                aria-label={m.admin_assign_label({
                  item: itemTitle(order.item),
                  buyer: order.discordUsername,
                })}
                onClick={() => onChoose(order)}
              >
                {m.admin_assign()}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

interface TypedOrderFormProps {
  readonly paymentId: string
  readonly onChoose: (order: AdminOrder) => void
}

/** The short number that buyers see, or the full id. */
const orderIdText = /^[0-9a-f]{8}(-[0-9a-f-]*)?$/

/** Finds an order that is not among the candidates by its number, so that it can be checked first. */
function TypedOrderForm({ paymentId, onChoose }: TypedOrderFormProps) {
  const [text, setText] = useState('')
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function find(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    const orderId = text.trim().toLowerCase()
    if (!orderIdText.test(orderId)) return setError(m.admin_order_id_invalid())
    setIsPending(true)
    setError(null)
    try {
      const { items } = await adminApi.fetchOrders(ordersQuery({ ...noFilters, search: orderId }))
      const [order, ...others] = items.filter(({ id }) => id.startsWith(orderId))
      if (!order) setError(m.admin_failure_order_not_found())
      else if (others.length > 0) setError(m.admin_order_id_ambiguous())
      else onChoose(order)
    } catch (failure) {
      setError(failureText(failure))
    }
    setIsPending(false)
  }

  return (
    <form noValidate onSubmit={(event) => void find(event)} className="mt-5 grid gap-3">
      <div aria-live="polite">
        <TextField
          id={`order-of-${paymentId}`}
          label={m.admin_order_id()}
          hint={m.admin_order_id_hint()}
          error={error}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setError(null)
          }}
        />
      </div>
      <Button
        type="submit"
        tone="secondary"
        className="justify-self-start"
        pending={isPending}
        pendingLabel={m.admin_order_finding()}
      >
        {m.admin_order_find()}
      </Button>
    </form>
  )
}

interface AssignDialogProps {
  readonly payment: InboxPayment
  readonly order: AdminOrder
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Asks for confirmation before a payment is assigned: the buyer, the item and the amount. */
function AssignDialog({ payment, order, onClose, onDone }: AssignDialogProps) {
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const paid = formatAmount(payment.amountCents, payment.currency)
  const price = formatAmount(order.item.priceCents, 'EUR')
  // The server decides; this only hides what it would surely refuse.
  const fits =
    payment.currency === 'EUR' &&
    payment.amountCents === order.item.priceCents &&
    orderCan.deliver(order.status)

  // Stays open while pending, so that the outcome is seen.
  function close() {
    if (isPending) return
    // After a failure the data is outdated, perhaps because another admin was faster.
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
