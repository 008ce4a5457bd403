import type Stripe from 'stripe'
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
  load: LoadStripe,
  question: (stripe: Stripe) => Promise<Answer>,
): Promise<StripeResult<Answer>> {
  const stripe = await load()
  try {
    return { outcome: 'ok', answer: await question(stripe) }
  } catch (error) {
    if (!(error instanceof stripe.errors.StripeError)) throw error
    return explain(error)
  }
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
