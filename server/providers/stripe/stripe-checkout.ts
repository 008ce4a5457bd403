import { z } from 'zod'
import type { Finding } from '#domain/connection-faults.ts'
import type { Cents } from '#domain/money.ts'
import type { CallInstrumentation } from '#server/providers/call-instrumentation.ts'
import type {
  DisputeList,
  FetchOutcome,
  Misconfigured,
  PaymentProvider,
  Unavailable,
} from '#server/providers/payment-provider.ts'
import { request, usesFake, lazyStripe, type StripeAccount } from './client.ts'
import {
  disputesShape,
  expanded,
  nameOfCharge,
  nameOfIntent,
  readSession,
  sessionShape,
  type CheckoutPayment,
  type ListedDispute,
} from './answers.ts'
import { checkStripe } from './check-stripe.ts'
import { listDisputes, listFinished, type FinishedList } from './lists.ts'
import { bookedCharge, bookedChargeShape } from './movements.ts'
import { createWebhookReader, type StripeSubject } from './webhook.ts'

/** A pack that somebody wants to pay on Stripe's own page. */
interface CheckoutRequest {
  readonly orderId: string
  /** From 1; a repeated attempt gets the first one's answer, whatever it was. */
  readonly attempt: number
  /** What is bought, as Stripe's page shows it. */
  readonly name: string
  readonly amountCents: Cents
  /** ISO 4217. */
  readonly currency: string
  /** The language of Stripe's page, as its two letters. */
  readonly language: 'fr' | 'en' | 'ru' | 'es'
  /** Where the buyer returns to. The first gets the session's id as its last parameter. */
  readonly successUrl: string
  readonly cancelUrl: string
}

export interface OpenedSession {
  readonly sessionId: string
  readonly url: string
}

type OpenOutcome =
  | { readonly outcome: 'opened'; readonly session: OpenedSession }
  /** Stripe refuses the request, or had a fault of its own. It repeats its answer for this attempt. */
  | { readonly outcome: 'refused'; readonly detail: string }
  | Misconfigured
  | Unavailable

type FindOrderOutcome =
  | { readonly outcome: 'found'; readonly orderId: string }
  /** Not a payment of ours: other shops may use the account. */
  | { readonly outcome: 'not_found' }
  | Misconfigured
  | Unavailable

/** Stripe takes card payments on its own page and reports them with their refunds and disputes. */
export interface StripeCheckout extends PaymentProvider<CheckoutPayment, StripeSubject> {
  readonly name: 'stripe'
  /** The same attempt of an order always gets the same session. */
  openSession(request: CheckoutRequest): Promise<OpenOutcome>
  /**
   * All checkouts opened since then and finished, whatever became of their events; newest first.
   * Stops fetching pages when no time is left.
   */
  listFinished(openedSince: Date, hasTime: () => boolean): Promise<FinishedList>
  /** All disputes opened since then. Stops fetching pages when no time is left. */
  listDisputes(openedSince: Date, hasTime: () => boolean): Promise<DisputeList<ListedDispute>>
  /** Expires an unpaid checkout, and answers its state: one that is being paid continues. */
  endSession(sessionId: string): Promise<FetchOutcome<CheckoutPayment>>
  /** The order of a payment, for events that name none. */
  findOrderId(paymentIntent: string): Promise<FindOrderOutcome>
  /** What is wrong with our key or our webhook, which is for this address. */
  check(webhookUrl: string): Promise<readonly Finding[]>
}

const intentShape = z.object({ metadata: z.record(z.string(), z.string()) })

/** Stripe Checkout. https://docs.stripe.com/payments/checkout */
export function createStripeCheckout(
  account: StripeAccount,
  calls: CallInstrumentation,
): StripeCheckout {
  const load = lazyStripe(account, calls)
  const stripeApi = { load, calls }

  async function fetchPayment(sessionId: string): Promise<FetchOutcome<CheckoutPayment>> {
    const found = await request(stripeApi, 'fetch-session', sessionShape, (stripe) =>
      stripe.checkout.sessions.retrieve(sessionId, { expand: expanded }),
    )
    if (found.outcome === 'refused') return { ...found, outcome: 'unavailable' }
    if (found.outcome !== 'ok') return found
    const session = found.answer
    const intent = nameOfIntent(session)
    // An unpaid session has no disputes.
    if (intent === null || session.payment_status !== 'paid') {
      return { outcome: 'payment', payment: readSession(session, [], null) }
    }
    const chargeId = nameOfCharge(session)
    const [disputes, booked] = await Promise.all([
      request(stripeApi, 'list-disputes', disputesShape, (stripe) =>
        stripe.disputes.list({ payment_intent: intent, limit: 100 }),
      ),
      chargeId === null
        ? null
        : request(stripeApi, 'fetch-charge', bookedChargeShape, (stripe) =>
            stripe.charges.retrieve(chargeId, { expand: bookedCharge }),
          ),
    ])
    if (disputes.outcome === 'unreadable' || disputes.outcome === 'misconfigured') return disputes
    if (disputes.outcome === 'ok') {
      // Fees can be asked for later: a payment is credited without them, also where the key may not
      // read the charge.
      const charge = booked?.outcome === 'ok' ? booked.answer : null
      return { outcome: 'payment', payment: readSession(session, disputes.answer.data, charge) }
    }
    const detail = 'detail' in disputes ? disputes.detail : 'disputes not found'
    return { outcome: 'unavailable', detail }
  }

  return {
    name: 'stripe',
    mode: account.mode,

    async openSession({ orderId, attempt, name, amountCents, currency, ...page }) {
      const metadata = { order_id: orderId }
      // A price stored at Stripe could be missing there, differ from ours, or be charged in the
      // currency of the visitor's country.
      const price = {
        currency: currency.toLowerCase(),
        unit_amount: amountCents,
        product_data: { name },
      }
      const result = await request(stripeApi, 'open-session', sessionShape, (stripe) =>
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            line_items: [{ price_data: price, quantity: 1 }],
            client_reference_id: orderId,
            metadata,
            // Refunds and disputes carry the payment's metadata, not the session's.
            payment_intent_data: { metadata },
            locale: page.language,
            // Built by hand: `searchParams` would encode the braces, which Stripe then does not
            // recognise.
            success_url: `${page.successUrl}?session_id={CHECKOUT_SESSION_ID}`,
            cancel_url: page.cancelUrl,
          },
          { idempotencyKey: `co:${orderId}:${attempt}` },
        ),
      )
      if (result.outcome === 'not_found') return { outcome: 'refused', detail: 'not found' }
      if (result.outcome === 'misconfigured' || result.outcome === 'seller_refused') return result
      if (result.outcome === 'unavailable') {
        // Stripe keeps its answer to a key, also that of its own fault.
        return { outcome: result.hasFailed ? 'refused' : 'unavailable', detail: result.detail }
      }
      if (result.outcome !== 'ok') return { outcome: 'refused', detail: result.detail }
      const { id, url } = result.answer
      if (!url || !isAddressOfStripe(url, account)) {
        return { outcome: 'refused', detail: 'the session has no address of Stripe' }
      }
      return { outcome: 'opened', session: { sessionId: id, url } }
    },

    fetchPayment,

    listFinished: (openedSince, hasTime) => listFinished(stripeApi, openedSince, hasTime),
    disputePage(reference) {
      const origin = usesFake(account) ? account.apiOrigin : 'https://dashboard.stripe.com'
      return `${origin}/${account.mode === 'test' ? 'test/' : ''}disputes/${reference}`
    },

    listDisputes: (openedSince, hasTime) => listDisputes(stripeApi, openedSince, hasTime),

    async endSession(sessionId) {
      const ended = await request(stripeApi, 'expire-session', sessionShape, (stripe) =>
        stripe.checkout.sessions.expire(sessionId, { expand: expanded }),
      )
      // It is no longer open, or its buyer is paying at this moment: its state shows which.
      if (ended.outcome === 'refused') return fetchPayment(sessionId)
      if (ended.outcome !== 'ok') return ended
      return { outcome: 'payment', payment: readSession(ended.answer, [], null) }
    },

    async findOrderId(paymentIntent) {
      const found = await request(stripeApi, 'fetch-payment-intent', intentShape, (stripe) =>
        stripe.paymentIntents.retrieve(paymentIntent),
      )
      if (found.outcome === 'refused') return { ...found, outcome: 'unavailable' }
      if (found.outcome === 'unreadable') {
        return { outcome: 'unavailable', detail: 'fetch-payment-intent: no metadata' }
      }
      if (found.outcome !== 'ok') return found
      const orderId = found.answer.metadata['order_id']
      return orderId ? { outcome: 'found', orderId } : { outcome: 'not_found' }
    },

    check: (webhookUrl) => checkStripe(stripeApi, webhookUrl),
    readWebhook: createWebhookReader(account, load),
  }
}

/** Buyers are never sent to any other host, whatever the answer says. */
function isAddressOfStripe(url: string, account: StripeAccount): boolean {
  if (!URL.canParse(url)) return false
  const { origin, protocol, hostname } = new URL(url)
  if (usesFake(account)) return origin === account.apiOrigin
  return protocol === 'https:' && /(^|\.)stripe\.com$/.test(hostname)
}
