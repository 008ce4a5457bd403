import { useState, type FormEvent } from 'react'
import type { OrderView } from '#contract/checkout.ts'
import type { FailureCode } from '#web/api/client.ts'
import { checkoutApi } from '#web/checkout/checkout-api.ts'
import { Disclosure } from '#web/components/disclosure.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'

interface ClaimPaymentProps {
  readonly orderId: string
  readonly onFound: (view: OrderView) => void
}

const failureTexts: Readonly<Partial<Record<FailureCode, () => string>>> = {
  validation_failed: () => m.checkout_claim_invalid(),
  payment_not_found: () => m.checkout_claim_not_found(),
  payment_already_claimed: () => m.checkout_claim_already_claimed(),
  payment_disputed: () => m.checkout_claim_disputed(),
  payment_answer_unreadable: () => m.checkout_unreadable(),
  rate_limited: () => m.checkout_rate_limited(),
}

/** For a payment that our server has not matched: the number on PayPal's receipt finds it. */
export function ClaimPayment({ orderId, onFound }: ClaimPaymentProps) {
  const [transactionId, setTransactionId] = useState('')
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function claim(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    setIsPending(true)
    setError(null)
    const answer = await checkoutApi.claimPayment(orderId, transactionId.trim())
    setIsPending(false)
    if (answer.ok) onFound(answer.value)
    else setError((failureTexts[answer.problem.code] ?? m.checkout_claim_unavailable)())
  }

  return (
    <Disclosure title={m.checkout_claim_title()}>
      <form noValidate onSubmit={(event) => void claim(event)} className="grid gap-4">
        <p>{m.checkout_claim_text()}</p>
        <div aria-live="polite">
          <TextField
            label={m.checkout_claim_label()}
            error={error}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={transactionId}
            onChange={(event) => setTransactionId(event.target.value)}
          />
        </div>
        <Button
          type="submit"
          tone="secondary"
          className="justify-self-start"
          pending={isPending}
          pendingLabel={m.checkout_claim_pending()}
        >
          {m.checkout_claim_submit()}
        </Button>
      </form>
    </Disclosure>
  )
}
