import { useEffect, type ComponentType } from 'react'
import { useSearch } from 'wouter'
import { readInbox, type InboxPayment, type UnreadableAnswer } from '#contract/staff.ts'
import { providerNames } from '#domain/connection-faults.ts'
import { LoadedSection, useFirst } from '#web/admin-kit/section-parts.tsx'
import {
  isDialogOpen,
  isInCard,
  useAdminQuery,
  useLiveRefresh,
} from '#web/admin-kit/use-admin-data.ts'
import { AccountText, CopyButton, formatAmount, Moment } from '#web/admin-kit/values.tsx'
import { subscribeToTodo } from '#web/app/events.ts'
import { Disclosure } from '#web/app/disclosure.tsx'
import { Icon } from '#web/art/icon.tsx'
import { TransactionText } from '#web/features/orders/admin-order-parts.tsx'
import { orderNumber } from '#web/features/orders/paid-message.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Skeleton } from '#web/ui/loading.tsx'
import { Disputes } from './inbox-disputes.tsx'
import { OpenPayment, TaskCard } from './inbox-payment.tsx'

/** Disputes, payments that match no order, and responses of payment providers that cannot be parsed. */
export function InboxSection() {
  const inbox = useAdminQuery(readInbox)
  useLiveRefresh(inbox.refresh, subscribeToTodo, () => isInCard() || isDialogOpen())
  useNamedPart(inbox.value !== null)
  return (
    <LoadedSection
      title={m.admin_inbox()}
      lead={m.admin_inbox_lead()}
      loaded={inbox}
      loading={m.admin_inbox_loading()}
      skeletons={<Skeleton className="h-64" />}
    >
      {({ disputes, payments, unreadableAnswers }) => (
        <>
          {disputes.length > 0 && <Disputes disputes={disputes} />}
          <h3
            id="unmatched"
            tabIndex={-1}
            className="scroll-mt-6 font-display text-xl font-semibold"
          >
            {m.admin_unmatched()}
          </h3>
          <p className="mt-1 mb-5 max-w-prose text-muted">{m.admin_unmatched_lead()}</p>
          {[...payments, ...unreadableAnswers].every(({ resolvedAt }) => resolvedAt !== null) && (
            <EmptyInbox />
          )}
          <Entries
            label={m.admin_unmatched()}
            entries={payments}
            Open={OpenPayment}
            resolvedTitle={(count) => m.admin_resolved_count({ count })}
            Resolved={ResolvedPayment}
          />
          {unreadableAnswers.length > 0 && (
            <section aria-labelledby="unreadable-answers" className="mt-10">
              <h3
                id="unreadable-answers"
                tabIndex={-1}
                className="scroll-mt-6 font-display text-xl font-semibold"
              >
                {m.admin_unreadable()}
              </h3>
              <p className="mt-1 mb-5 max-w-prose text-muted">{m.admin_unreadable_lead()}</p>
              <Entries
                label={m.admin_unreadable()}
                entries={unreadableAnswers}
                Open={OpenAnswer}
                resolvedTitle={(count) => m.admin_unreadable_resolved_count({ count })}
                Resolved={ResolvedAnswer}
              />
            </section>
          )}
        </>
      )}
    </LoadedSection>
  )
}

/** Scrolls to the part that the address names, once it is there. */
function useNamedPart(isLoaded: boolean): void {
  const part = new URLSearchParams(useSearch()).get('part')
  useEffect(() => {
    if (isLoaded && part !== null) document.getElementById(part)?.scrollIntoView()
  }, [isLoaded, part])
}

function EmptyInbox() {
  return (
    <div className="flex items-center gap-5 border-l-4 border-crystal bg-surface p-5">
      <Icon name="check" className="size-9 text-crystal" />
      <div>
        <p className="font-display text-lg font-semibold">{m.admin_inbox_empty()}</p>
        <p className="mt-1 text-muted">{m.admin_inbox_empty_text()}</p>
      </div>
    </div>
  )
}

/** Each takes the height of a phone. */
const shownAtOnce = 5

interface EntriesProps<Entry> {
  readonly label: string
  readonly entries: readonly Entry[]
  readonly Open: ComponentType<{ readonly entry: Entry }>
  readonly resolvedTitle: (count: number) => string
  readonly Resolved: ComponentType<{ readonly entry: Entry }>
}

/** The open entries of a kind, then the resolved ones, collapsed, for reference. */
function Entries<Entry extends InboxPayment | UnreadableAnswer>(props: EntriesProps<Entry>) {
  const { label, entries, Open, resolvedTitle, Resolved } = props
  const open = entries.filter(({ resolvedAt }) => resolvedAt === null)
  const closed = entries.filter(({ resolvedAt }) => resolvedAt !== null)
  const { shown, more } = useFirst(open, shownAtOnce)
  return (
    <>
      {open.length > 0 && (
        <ul aria-label={label} className="grid gap-6">
          {shown.map((entry) => (
            <li key={entry.id}>
              <Open entry={entry} />
            </li>
          ))}
        </ul>
      )}
      {more}
      {closed.length > 0 && (
        <Disclosure title={resolvedTitle(closed.length)}>
          <ul className="grid gap-4">
            {closed.map((entry) => (
              <li key={entry.id}>
                <Resolved entry={entry} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </>
  )
}

function ResolvedPayment({ entry: payment }: { readonly entry: InboxPayment }) {
  return (
    <>
      <p className="text-ink wrap-anywhere">{payment.resolution}</p>
      <p className="flex flex-wrap items-center gap-x-4">
        <span className="font-semibold tabular-nums">
          {formatAmount(payment.amountCents, payment.currency)}
        </span>
        <Moment iso={payment.madeAt} />
        {payment.resolvedAt !== null && (
          <span>
            {m.admin_resolved_at()} <Moment iso={payment.resolvedAt} />
          </span>
        )}
        <TransactionText transactionId={payment.transactionId} />
      </p>
    </>
  )
}

function ResolvedAnswer({ entry: answer }: { readonly entry: UnreadableAnswer }) {
  return (
    <>
      <p className="text-ink wrap-anywhere">{answer.resolution ?? m.admin_unreadable_passed()}</p>
      <Facts answer={answer} />
    </>
  )
}

/** A response of a payment provider that cannot be parsed, with the order that waits for it. */
function OpenAnswer({ entry: answer }: { readonly entry: UnreadableAnswer }) {
  const { order } = answer
  return (
    <TaskCard
      id={answer.id}
      part="unreadable-answers"
      facts={<Facts answer={answer} />}
      action={m.admin_unreadable_todo({ provider: providerNames[answer.provider] })}
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
