import { useState, type FormEvent } from 'react'
import type { AdminOrder } from '#contract/admin.ts'
import { noFilters, ordersQuery } from '#web/admin/admin-address.ts'
import { adminApi } from '#web/admin/admin-api.ts'
import { failureText } from '#web/admin/admin-texts.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'

interface TypedOrderFormProps {
  readonly paymentId: string
  readonly onChoose: (order: AdminOrder) => void
}

/** The short number that buyers see, or all of it. */
const orderIdText = /^[0-9a-f]{8}(-[0-9a-f-]*)?$/

/** For an order that is not among the candidates: found by its number, so that it can be looked at first. */
export function TypedOrderForm({ paymentId, onChoose }: TypedOrderFormProps) {
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
