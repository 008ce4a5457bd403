import { adminApi } from '#web/admin/admin-api.ts'
import { useLoaded } from '#web/admin/use-loaded.ts'
import type { InboxPayment } from '#contract/admin.ts'
import { Icon } from '#web/art/icon.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { LoadFailure } from '#web/pages/admin/load-failure.tsx'
import { SectionHeader } from '#web/pages/admin/section-header.tsx'
import { InboxCard } from './inbox-card.tsx'
import { ResolvedPayments } from './resolved-payments.tsx'
import { UnreadableAnswers } from './unreadable-answers.tsx'

interface InboxSectionProps {
  /** A payment was dealt with, and the figures change. */
  readonly onChange: () => void
}

/** Money that came in and that no order explains, and what nobody can read of a payment. */
export function InboxSection({ onChange }: InboxSectionProps) {
  const { value, isLoading, failure, reload } = useLoaded(adminApi.fetchInbox)

  function showChanges() {
    reload()
    onChange()
  }

  return (
    <section>
      <SectionHeader
        title={m.admin_inbox()}
        lead={m.admin_inbox_lead()}
        isLoading={isLoading}
        onReload={reload}
      />
      {failure !== null && <LoadFailure failure={failure} onRetry={reload} />}
      {value === null && isLoading && (
        <div className="grid gap-6">
          <p aria-live="polite" className="sr-only">
            {m.admin_inbox_loading()}
          </p>
          <Skeleton className="h-64" />
        </div>
      )}
      {value && (
        <>
          <Payments
            payments={value.payments}
            isInboxEmpty={[...value.payments, ...value.unreadableAnswers].every(
              ({ resolvedAt }) => resolvedAt !== null,
            )}
            onDone={showChanges}
          />
          <UnreadableAnswers answers={value.unreadableAnswers} onDone={showChanges} />
        </>
      )}
    </section>
  )
}

interface PaymentsProps {
  readonly payments: readonly InboxPayment[]
  /** Also of answers that cannot be read. */
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
