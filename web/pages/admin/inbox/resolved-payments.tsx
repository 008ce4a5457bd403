import type { InboxPayment } from '#contract/admin.ts'
import { formatAmount } from '#web/admin/admin-formats.ts'
import { Icon } from '#web/art/icon.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Moment, TransactionText } from '#web/pages/admin/orders/order-parts.tsx'

interface ResolvedPaymentsProps {
  readonly payments: readonly InboxPayment[]
}

/** What was dealt with, folded: to look something up. */
export function ResolvedPayments({ payments }: ResolvedPaymentsProps) {
  return (
    <details className="group mt-8">
      <summary className="flex min-h-11 list-none items-center gap-2 font-display font-semibold hover:text-crystal [&::-webkit-details-marker]:hidden">
        <Icon
          name="chevron-down"
          className="size-5 text-crystal transition-transform duration-150 group-open:rotate-180"
        />
        {m.admin_resolved_count({ count: payments.length })}
      </summary>
      <ul className="mt-3 grid gap-px bg-line">
        {payments.map((payment) => (
          <li
            key={payment.id}
            className="grid gap-x-6 gap-y-1 bg-surface p-4 sm:grid-cols-[10rem_minmax(0,1fr)]"
          >
            <div>
              <p className="font-display text-lg font-bold tabular-nums">
                {formatAmount(payment.amountCents, payment.currency)}
              </p>
              <p className="text-sm text-muted">
                <Moment iso={payment.madeAt} />
              </p>
            </div>
            <div className="min-w-0">
              <p className="wrap-anywhere">{payment.resolution}</p>
              <div className="mt-1 flex flex-wrap items-center gap-x-4 text-sm text-muted">
                {payment.resolvedAt !== null && (
                  <span>
                    {m.admin_resolved_at()} <Moment iso={payment.resolvedAt} />
                  </span>
                )}
                <TransactionText transactionId={payment.transactionId} />
              </div>
            </div>
          </li>
        ))}
      </ul>
    </details>
  )
}
