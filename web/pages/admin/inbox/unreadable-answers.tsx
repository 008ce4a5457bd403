import type { UnreadableAnswer } from '#contract/admin.ts'
import { formatAmount } from '#web/admin/admin-formats.ts'
import { adminApi } from '#web/admin/admin-api.ts'
import { orderNumber } from '#web/checkout/paid-message.ts'
import { Disclosure } from '#web/components/disclosure.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { AccountText } from '#web/pages/admin/account-text.tsx'
import { CopyButton } from '#web/pages/admin/copy-button.tsx'
import { Moment } from '#web/pages/admin/orders/order-parts.tsx'
import { ResolveForm } from './resolve-form.tsx'

const providerNames = { paypal: 'PayPal', stripe: 'Stripe' } as const

interface UnreadableAnswersProps {
  readonly answers: readonly UnreadableAnswer[]
  readonly onDone: () => void
}

/** What providers answered and nobody here can read: each with the order that waits because of it. */
export function UnreadableAnswers({ answers, onDone }: UnreadableAnswersProps) {
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
    <article className="cut cut-size-20 grid gap-x-10 gap-y-6 p-5 sm:p-7 lg:grid-cols-2">
      <div className="min-w-0">
        <Facts answer={answer} />
        <div className="mt-5 border-l-4 border-amber bg-amber-deep p-4">
          <p>
            <span className="font-display font-semibold text-amber">{m.admin_what_to_do()}</span>{' '}
            {m.admin_unreadable_todo({ provider: providerNames[answer.provider] })}
          </p>
        </div>
        <ResolveForm
          id={answer.id}
          onResolve={(note) => adminApi.resolveUnreadableAnswer(answer.id, note)}
          onDone={onDone}
        />
      </div>
      <div className="min-w-0">
        <h4 className="mb-3 font-display text-lg font-semibold">{m.admin_order_number()}</h4>
        {order === null ? (
          <p className="text-muted">{m.admin_unreadable_no_order()}</p>
        ) : (
          <>
            <p className="flex flex-wrap items-center gap-x-3">
              <span className="font-mono text-sm">{orderNumber(order)}</span>
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
      </div>
    </article>
  )
}

function Facts({ answer }: { readonly answer: UnreadableAnswer }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 font-semibold">
        {providerNames[answer.provider]}
        <span className="font-mono text-sm wrap-anywhere">{answer.reference}</span>
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
