import type { DisputeView } from '#contract/staff.ts'
import { providerNames } from '#domain/connection-faults.ts'
import { AccountText, formatAmount, formatMoment } from '#web/admin-kit/values.tsx'
import { Mark } from '#web/admin-kit/marks.tsx'
import { Disclosure } from '#web/app/disclosure.tsx'
import { useCopying } from '#web/app/use-copying.ts'
import { Icon } from '#web/art/icon.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button, buttonClass } from '#web/ui/button.tsx'

interface DisputesProps {
  readonly disputes: readonly DisputeView[]
}

export function Disputes({ disputes }: DisputesProps) {
  return (
    <section aria-labelledby="disputes" className="mb-10">
      <h3 id="disputes" className="scroll-mt-6 font-display text-xl font-semibold">
        {m.admin_disputes()}
      </h3>
      <p className="mt-1 mb-5 max-w-prose text-muted">{m.admin_disputes_lead()}</p>
      <ul aria-label={m.admin_disputes()} className="grid gap-6">
        {disputes.map((dispute) => (
          <li key={`${dispute.provider} ${dispute.id}`}>
            <OpenDispute dispute={dispute} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function OpenDispute({ dispute }: { readonly dispute: DisputeView }) {
  const { provider: name, bought, answerBy, awaitsAnswer, evidence, reason } = dispute
  const { isConfirmed, copy } = useCopying({ failed: m.admin_copy_failed })
  const provider = providerNames[name]
  return (
    <article className="cut cut-size-20 grid gap-x-10 gap-y-6 p-5 sm:p-7 lg:grid-cols-2">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-4">
          <span className="font-display text-2xl font-bold tabular-nums">
            {formatAmount(dispute.amountCents, dispute.currency)}
          </span>
          {bought && <span className="font-semibold">{bought.itemName}</span>}
        </p>
        {awaitsAnswer && answerBy !== null && (
          <p className="mt-1 font-semibold text-amber">
            {m.admin_todo_due({ time: formatMoment(answerBy) })}
          </p>
        )}
        {reason !== null && <p className="mt-1">{m.admin_dispute_reason({ reason })}</p>}
        <p className="text-sm text-muted">
          {m.admin_dispute_opened({ time: formatMoment(dispute.openedAt) })}
        </p>
        {!awaitsAnswer && (
          <p className="mt-1 text-sm text-muted">{m.admin_dispute_waiting({ provider })}</p>
        )}
        {bought && (
          <div className="mt-3">
            <AccountText {...bought} />
          </div>
        )}
      </div>
      <div className="min-w-0">
        <div className="flex flex-wrap gap-3">
          <Button
            icon={isConfirmed ? <Icon name="check" /> : <Mark name="copy" />}
            onClick={() => copy(evidence)}
          >
            {m.admin_dispute_copy()}
          </Button>
          <output className="sr-only">{isConfirmed && m.admin_copied()}</output>
          <a
            href={dispute.page}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ tone: 'secondary' })}
          >
            <span>{m.admin_dispute_answer({ provider })}</span>
            <Icon name="external" className="size-4" />
          </a>
        </div>
        <Disclosure title={m.admin_dispute_evidence()}>
          <pre lang="en" translate="no" className="text-xs whitespace-pre-wrap wrap-anywhere">
            {evidence}
          </pre>
        </Disclosure>
      </div>
    </article>
  )
}
