import { useState } from 'react'
import type { OrderView } from '#contract/checkout.ts'
import { maxDetailsLength } from '#domain/cart.ts'
import { call, type FailureCode } from '#web/app/api-client.ts'
import { useForm } from '#web/app/use-form.ts'
import { emptyDraft, useMessageDraft } from '#web/features/tasks/message-draft.ts'
import type { ProductText } from '#contract/product-texts.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/fields.tsx'
import { askedDetails, detailsId } from './display-status.ts'
import { replaceOrder } from './orders-api.ts'

interface OrderDetailsProps {
  readonly order: OrderView
}

/** What the buyer wrote for the staff; until the order is delivered, a field for it. */
export function OrderDetails({ order }: OrderDetailsProps) {
  const [{ text }, setDraft] = useMessageDraft(`details ${order.id}`)
  // Somebody may empty the field to write something else. After a reload, a draft opens the form only while
  // the order takes an answer.
  const [isTyping, setIsTyping] = useState(text !== '' && askedDetails(order) !== null)
  const draft = isTyping ? text : null
  const change = (next: string | null): void => {
    setIsTyping(next !== null)
    setDraft({ ...emptyDraft, text: next ?? '' })
  }
  // A delivery does not take away what is being typed.
  const asked = askedDetails(order, isTyping)
  if (asked) return <DetailsForm order={order} asked={asked} draft={draft} onDraft={change} />
  if (order.details === null) return null
  return (
    <dl>
      <dt className="text-sm text-muted">{m.orders_details()}</dt>
      <dd className="mt-0.5 whitespace-pre-line wrap-anywhere">{order.details}</dd>
    </dl>
  )
}

const failures: Readonly<Partial<Record<FailureCode, () => string>>> = {
  validation_failed: m.form_text_refused,
  rate_limited: m.orders_details_often,
  order_delivered: m.orders_details_over,
  order_not_paid: m.orders_details_over,
  order_not_found: m.orders_details_over,
}

interface DetailsFormProps extends OrderDetailsProps {
  readonly asked: NonNullable<ProductText['details']>
  /** Null while nothing is typed that was not sent. */
  readonly draft: string | null
  readonly onDraft: (draft: string | null) => void
}

function DetailsForm({ order, asked, draft, onDraft }: DetailsFormProps) {
  const text = draft ?? order.details ?? ''
  const form = useForm<'details'>({
    validate: () => ({ details: text.trim() === '' && m.orders_details_empty() }),
    send: async () => {
      const changed = await call(
        import('#contract/checkout.ts').then(({ changeDetails }) => changeDetails),
        { params: order, body: { details: text.trim() } },
      )
      await replaceOrder(changed)
      onDraft(null)
    },
    explain: ({ code }) => ({ details: (failures[code] ?? m.orders_details_failed)() }),
  })
  const status = order.details === null ? m.orders_details_wanted : m.orders_details_sent
  return (
    <form
      {...form.props}
      id={detailsId(order.id)}
      className="grid max-w-4xl scroll-mt-24 gap-3 text-ink"
    >
      <TextArea
        name="details"
        label={asked.label}
        hint={asked.hint}
        error={form.errors.details}
        readOnly={form.isPending}
        rows={2}
        maxLength={maxDetailsLength}
        value={text}
        onChange={({ target }) => onDraft(target.value)}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p aria-live="polite" className="min-w-48 flex-1 text-sm text-muted">
          {draft === null || order.details === null ? status() : m.orders_details_unsent()}
        </p>
        <Button
          type="submit"
          tone="secondary"
          pending={form.isPending}
          pendingLabel={m.orders_details_sending()}
        >
          {m.orders_details_send()}
        </Button>
      </div>
    </form>
  )
}
