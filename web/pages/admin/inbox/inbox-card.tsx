import { useState } from 'react'
import type { AdminOrder, InboxPayment } from '#contract/admin.ts'
import { adminApi } from '#web/admin/admin-api.ts'
import { formatAmount } from '#web/admin/admin-formats.ts'
import { explainPayment, paymentStates } from '#web/admin/admin-texts.ts'
import { useAdminAccess } from '#web/admin/admin-session.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Badge } from '#web/ui/badge.tsx'
import { Moment, TransactionText } from '#web/pages/admin/orders/order-parts.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { Candidates } from './candidates.tsx'
import { ResolveForm } from './resolve-form.tsx'
import { TypedOrderForm } from './typed-order-form.tsx'

interface InboxCardProps {
  readonly payment: InboxPayment
  readonly onDone: () => void
}

/** One payment that matches no order: what is known of it, and what can be done. */
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
