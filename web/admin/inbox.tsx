import {
  readInbox,
  resolveUnreadable,
  type InboxPayment,
  type UnreadableAnswer,
} from '#contract/staff.ts'
import { LoadedSection } from '#web/admin-kit/section-parts.tsx'
import { refreshFigures, useAdminQuery } from '#web/admin-kit/use-admin-data.ts'
import { AccountText, CopyButton, formatAmount, Moment } from '#web/admin-kit/values.tsx'
import { Disclosure } from '#web/app/disclosure.tsx'
import { Icon } from '#web/art/icon.tsx'
import { TransactionText } from '#web/features/orders/admin-order-parts.tsx'
import { orderNumber } from '#web/features/orders/paid-message.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Skeleton } from '#web/ui/loading.tsx'
import { InboxCard, TaskCard } from './inbox-payment.tsx'

const showChanges = (): void => refreshFigures(readInbox)

/** Payments that match no order, and responses of payment providers that cannot be parsed. */
export function InboxSection() {
  const inbox = useAdminQuery(readInbox)
  return (
    <LoadedSection
      title={m.admin_inbox()}
      lead={m.admin_inbox_lead()}
      loaded={inbox}
      loading={m.admin_inbox_loading()}
      skeletons={<Skeleton className="h-64" />}
    >
      {({ payments, unreadableAnswers }) => (
        <>
          <Payments
            payments={payments}
            isInboxEmpty={[...payments, ...unreadableAnswers].every(
              ({ resolvedAt }) => resolvedAt !== null,
            )}
            onDone={showChanges}
          />
          <UnreadableAnswers answers={unreadableAnswers} onDone={showChanges} />
        </>
      )}
    </LoadedSection>
  )
}

interface PaymentsProps {
  readonly payments: readonly InboxPayment[]
  /** Including the unreadable responses. */
  readonly isInboxEmpty: boolean
  readonly onDone: () => void
}

function Payments({ payments, isInboxEmpty, onDone }: PaymentsProps) {
  const open = payments.filter(({ resolvedAt }) => resolvedAt === null)
  const resolved = payments.filter(({ resolvedAt }) => resolvedAt !== null)
  return (
    <>
      {isInboxEmpty && (
        <div className="flex items-center gap-5 border-l-4 border-crystal bg-surface p-5">
          <Icon name="check" className="size-9 text-crystal" />
          <div>
            <p className="font-display text-lg font-semibold">{m.admin_inbox_empty()}</p>
            <p className="mt-1 text-muted">{m.admin_inbox_empty_text()}</p>
          </div>
        </div>
      )}
      {open.length > 0 && (
        <ul aria-label={m.admin_inbox()} className="grid gap-6">
          {open.map((payment) => (
            <li key={payment.id}>
              <InboxCard payment={payment} onDone={onDone} />
            </li>
          ))}
        </ul>
      )}
      {resolved.length > 0 && <ResolvedPayments payments={resolved} />}
    </>
  )
}

/** The resolved payments, collapsed, for reference. */
function ResolvedPayments({ payments }: { readonly payments: readonly InboxPayment[] }) {
  return (
    <details className="group mt-8">
      <summary className="flex min-h-11 list-none items-center gap-2 font-display font-semibold hover:text-crystal [&::-webkit-details-marker]:hidden">
        <Icon
          name="chevron-down"
          className="size-5 text-crystal transition-transform duration-150 group-open:rotate-180"
        />
        <span>{m.admin_resolved_count({ count: payments.length })}</span>
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

const providerNames = { paypal: 'PayPal', stripe: 'Stripe' } as const

interface UnreadableAnswersProps {
  readonly answers: readonly UnreadableAnswer[]
  readonly onDone: () => void
}

/** Responses of payment providers that cannot be parsed, each with the order that waits for it. */
function UnreadableAnswers({ answers, onDone }: UnreadableAnswersProps) {
  const open = answers.filter(({ resolvedAt }) => resolvedAt === null)
  const resolved = answers.filter(({ resolvedAt }) => resolvedAt !== null)
  if (answers.length === 0) return null
  return (
    <section aria-labelledby="unreadable-answers" className="mt-10">
      <h3 id="unreadable-answers" className="font-display text-xl font-semibold">
        {m.admin_unreadable()}
      </h3>
      <p className="mt-1 mb-5 max-w-prose text-muted">{m.admin_unreadable_lead()}</p>
      {open.length > 0 && (
        <ul className="grid gap-6">
          {open.map((answer) => (
            <li key={answer.id}>
              <OpenAnswer answer={answer} onDone={onDone} />
            </li>
          ))}
        </ul>
      )}
      {resolved.length > 0 && (
        <Disclosure title={m.admin_unreadable_resolved_count({ count: resolved.length })}>
          <ul className="grid gap-4">
            {resolved.map((answer) => (
              <li key={answer.id}>
                <p className="text-ink wrap-anywhere">
                  {answer.resolution ?? m.admin_unreadable_passed()}
                </p>
                <Facts answer={answer} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </section>
  )
}

function OpenAnswer({
  answer,
  onDone,
}: {
  readonly answer: UnreadableAnswer
  readonly onDone: () => void
}) {
  const { order } = answer
  return (
    <TaskCard
      id={answer.id}
      facts={<Facts answer={answer} />}
      action={m.admin_unreadable_todo({ provider: providerNames[answer.provider] })}
      resolve={resolveUnreadable}
      onDone={onDone}
    >
      <h4 className="mb-3 font-display text-lg font-semibold">{m.admin_order_number()}</h4>
      {order === null ? (
        <p className="text-muted">{m.admin_unreadable_no_order()}</p>
      ) : (
        <>
          <p className="flex flex-wrap items-center gap-x-3">
            <span translate="no" className="font-mono text-sm">
              {orderNumber(order)}
            </span>
            <CopyButton
              text={order.id}
              label={m.admin_copy_order({ number: orderNumber(order) })}
            />
            <span className="font-display font-semibold tabular-nums">
              {formatAmount(order.priceCents, order.currency)}
            </span>
          </p>
          <AccountText {...order} />
        </>
      )}
    </TaskCard>
  )
}

function Facts({ answer }: { readonly answer: UnreadableAnswer }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 font-semibold">
        <span>{providerNames[answer.provider]}</span>
        <span translate="no" className="font-mono text-sm wrap-anywhere">
          {answer.reference}
        </span>
        <CopyButton
          text={answer.reference}
          label={m.admin_unreadable_copy({ reference: answer.reference })}
        />
      </p>
      <p className="text-sm text-muted">
        <Moment iso={answer.firstSeenAt} /> – <Moment iso={answer.lastSeenAt} />
      </p>
      <p className="mt-1 font-mono text-sm wrap-anywhere">{answer.detail}</p>
      <Disclosure title={m.admin_unreadable_answer()}>
        <pre className="text-xs whitespace-pre-wrap wrap-anywhere">{answer.answer}</pre>
      </Disclosure>
    </>
  )
}
