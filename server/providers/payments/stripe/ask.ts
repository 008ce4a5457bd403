import type Stripe from 'stripe'
import type { CallWatch } from '#server/providers/watch-calls.ts'
import type { LoadStripe } from './client.ts'

export type StripeResult<Answer> =
  | { readonly outcome: 'ok'; readonly answer: Answer }
  | { readonly outcome: 'not_found' }
  /** Stripe understands us and says no; asking again changes nothing. */
  | { readonly outcome: 'refused'; readonly detail: string }
  | {
      readonly outcome: 'unavailable'
      readonly detail: string
      /** Whether Stripe has answered, by a fault of its own. */
      readonly hasFailed: boolean
    }

/** Asks Stripe. Faults of network or provider are values; any other exception is a fault of ours. */
export async function ask<Answer>(
  { load, calls }: { readonly load: LoadStripe; readonly calls: CallWatch },
  operation: string,
  question: (stripe: Stripe) => Promise<Stripe.Response<Answer>>,
): Promise<StripeResult<Answer>> {
  const stripe = await load()
  return calls.watch(operation, async (noteReference): Promise<StripeResult<Answer>> => {
    try {
      const answer = await question(stripe)
      noteReference(answer.lastResponse.requestId)
      return { outcome: 'ok', answer }
    } catch (error) {
      if (!(error instanceof stripe.errors.StripeError)) throw error
      noteReference(error.requestId)
      return explain(error)
    }
  })
}

function explain({
  type,
  code,
  statusCode,
  requestId,
}: Stripe.errors.StripeError): StripeResult<never> {
  if (statusCode === 404 || code === 'resource_missing') return { outcome: 'not_found' }
  // Not its message, which can quote what we sent.
  const detail = [type, code, statusCode, requestId].filter(Boolean).join(' ')
  if (statusCode === 400) return { outcome: 'refused', detail }
  return { outcome: 'unavailable', detail, hasFailed: (statusCode ?? 0) >= 500 }
}
