import { useState, type ReactNode } from 'react'
import {
  assignPayment,
  readInbox,
  resolveEntry,
  searchOrders,
  type AdminOrder,
  type InboxPayment,
} from '#contract/staff.ts'
import { orderCan } from '#domain/orders.ts'
import { adminCall } from '#web/admin-kit/session.ts'
import { failureText } from '#web/admin-kit/texts.ts'
import { refreshFigures } from '#web/admin-kit/use-admin-data.ts'
import { AccountText, formatAmount, Moment } from '#web/admin-kit/values.tsx'
import { Disclosure } from '#web/app/disclosure.tsx'
import { OneFieldForm } from '#web/app/one-field-form.tsx'
import { TextLink } from '#web/app/links.tsx'
import { toast } from '#web/app/toasts.ts'
import { useForm } from '#web/app/use-form.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Badge } from '#web/ui/labels.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { FormDialog } from '#web/app/form-dialog.tsx'
import {
  OrderItemText,
  PriceText,
  TransactionText,
  orderStates,
} from '#web/features/orders/admin-order-parts.tsx'
import { itemTitle } from '#web/features/products/product-text.ts'
import type { Elements } from '#web/ui/elements.ts'
import { explainPayment, paymentStates } from './payment-texts.ts'

/** The id of the heading of a list. */
type InboxPart = 'unmatched' | 'unreadable-answers'

/** Requests what has changed, and focuses the heading of the list, because the card goes. */
function showChanges(part: InboxPart): void {
  refreshFigures(readInbox)
  // In the next frame, when a dialog has returned the focus.
  requestAnimationFrame(() => document.getElementById(part)?.focus())
}

interface TaskCardProps {
  readonly id: string
  readonly part: InboxPart
  readonly facts: Elements
  readonly reason?: string
  readonly action: string
  /** The order that it belongs to, or may belong to. */
  readonly children: ReactNode
}

/** An open entry of the inbox: the known facts, and the possible actions. */
export function TaskCard(props: TaskCardProps) {
  const { id, part, facts, reason, action, children } = props
  return (
    <article className="cut cut-size-20 grid gap-x-10 gap-y-6 p-5 sm:p-7 lg:grid-cols-2">
      <div className="min-w-0">
        {facts}
        <div className="mt-5 border-l-4 border-amber bg-amber-deep p-4">
          {reason !== undefined && <p className="mb-2 font-semibold">{reason}</p>}
          <p>
            <span className="font-display font-semibold text-amber">{m.admin_what_to_do()}</span>{' '}
            <span>{action}</span>
          </p>
        </div>
        <ResolveForm id={id} part={part} />
      </div>
      <div className="min-w-0">{children}</div>
    </article>
  )
}

/** Closes an entry of the inbox that was resolved outside the shop, with a note. */
function ResolveForm({ id, part }: Pick<TaskCardProps, 'id' | 'part'>) {
  async function send(note: string) {
    await adminCall(resolveEntry, { params: { id }, body: { note: note.trim() } })
    toast({ title: m.admin_resolved(), tone: 'success' })
    showChanges(part)
  }

  return (
    <Disclosure title={m.admin_resolve_title()}>
      <OneFieldForm
        id={`note-of-${id}`}
        label={m.admin_note()}
        hint={m.admin_note_hint()}
        maxLength={500}
        button={{
          tone: 'secondary',
          className: 'justify-self-start',
          children: m.admin_resolve(),
          pendingLabel: m.admin_resolve_pending(),
        }}
        validate={(note) => note.trim() === '' && m.admin_note_empty()}
        send={send}
        explain={(failure) =>
          failure.code === 'payment_not_assignable'
            ? m.admin_failure({ code: 'payment_already_claimed' })
            : failureText(failure)
        }
        formClassName="grid gap-3"
      />
    </Disclosure>
  )
}

/** A payment that matches no order. */
export function OpenPayment({ entry: payment }: { readonly entry: InboxPayment }) {
  const [chosen, setChosen] = useState<AdminOrder | null>(null)
  const { reason, action } = explainPayment(payment)
  const isAssignable =
    payment.status === 'completed' && payment.refundedCents === 0 && !payment.isDisputed
  return (
    <TaskCard
      id={payment.id}
      part="unmatched"
      facts={<PaymentFacts payment={payment} />}
      reason={reason}
      action={action}
    >
      <h4 className="mb-3 font-display text-lg font-semibold">{m.admin_assign_title()}</h4>
      {isAssignable ? (
        <>
          <Candidates candidates={payment.candidates} onChoose={setChosen} />
          <TypedOrderForm paymentId={payment.id} onChoose={setChosen} />
        </>
      ) : (
        <p className="text-muted">{m.admin_not_assignable_now()}</p>
      )}
      {chosen && (
        <AssignDialog
          payment={payment}
          order={chosen}
          onClose={() => setChosen(null)}
          onDone={() => {
            setChosen(null)
            showChanges('unmatched')
          }}
        />
      )}
    </TaskCard>
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
        <TextLink href={payment.refundUrl} className="inline-flex min-h-11 items-center">
          {m.admin_refund_link()}
        </TextLink>
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
  async function find(text: string, refuse: (error: string) => void) {
    const orderId = orderIdOf(text)
    const { orders } = await adminCall(searchOrders, { query: { search: orderId } })
    const [order, ...others] = orders.filter(({ id }) => id.startsWith(orderId))
    if (!order) refuse(m.admin_failure({ code: 'order_not_found' }))
    else if (others.length > 0) refuse(m.admin_order_id_ambiguous())
    else onChoose(order)
  }

  return (
    <OneFieldForm
      id={`order-of-${paymentId}`}
      label={m.admin_order_id()}
      hint={m.admin_order_id_hint()}
      maxLength={100}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      button={{
        tone: 'secondary',
        className: 'justify-self-start',
        children: m.admin_order_find(),
        pendingLabel: m.admin_order_finding(),
      }}
      validate={(text) => !orderIdText.test(orderIdOf(text)) && m.admin_order_id_invalid()}
      send={find}
      explain={failureText}
      formClassName="mt-5 grid gap-3"
    />
  )
}

function orderIdOf(text: string): string {
  return text.trim().toLowerCase()
}

interface AssignDialogProps {
  readonly payment: InboxPayment
  readonly order: AdminOrder
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Asks for confirmation before a payment is assigned: the buyer, the item and the amount. */
function AssignDialog({ payment, order, onClose, onDone }: AssignDialogProps) {
  const paid = formatAmount(payment.amountCents, payment.currency)
  const price = formatAmount(order.item.priceCents, 'EUR')
  // The server decides; this only hides what it would surely refuse.
  const fits =
    payment.currency === 'EUR' &&
    payment.amountCents === order.item.priceCents &&
    orderCan.deliver(order.status)

  const form = useForm({
    send: async () => {
      await adminCall(assignPayment, {
        params: payment,
        body: { orderId: order.id },
        idempotencyKey: `assign:${encodeURIComponent(payment.id)}:${order.id}`,
      })
      toast({
        title: m.admin_assigned(),
        description: m.admin_assigned_text({
          item: itemTitle(order.item),
          buyer: order.discordUsername,
        }),
        tone: 'success',
      })
      onDone()
    },
    explain: failureText,
  })

  return (
    <FormDialog
      form={form}
      title={m.admin_assign_question()}
      failureTitle={m.admin_assign_failed()}
      submit={fits ? m.admin_assign() : null}
      pending={m.admin_assign_pending()}
      cancel={m.admin_cancel()}
      // After a failure the data is outdated, perhaps because another admin was faster.
      onClose={form.failure === null ? onClose : onDone}
    >
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
          {m.admin_failure({ code: 'payment_not_assignable' })}
        </Notice>
      )}
    </FormDialog>
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
