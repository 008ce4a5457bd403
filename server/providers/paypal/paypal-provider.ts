import { createHash, randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Finding } from '#domain/connection-faults.ts'
import { toDecimal, type Cents } from '#domain/money.ts'
import type { CallInstrumentation } from '#server/providers/call-instrumentation.ts'
import type {
  DisputeList,
  FetchOutcome,
  Inconclusive,
  Misconfigured,
  PaymentProvider,
} from '#server/providers/payment-provider.ts'
import {
  createPayPalClient,
  type PayPalAccount,
  type PayPalClient,
  type PayPalResult,
} from './client.ts'
import {
  captureAnswer,
  orderAnswer,
  readCapture,
  readOrderPayments,
  readRefunded,
  refundAnswer,
  type OrderAnswer,
  type Payment,
} from './answers.ts'
import { checkPayPal } from './check-paypal.ts'
import { disputeAnswer, readDispute, type PayPalDispute } from './dispute-answer.ts'
import { listDisputes, type ListedDispute } from './dispute-list.ts'
import { createWebhookReader, type PayPalSubject } from './webhook.ts'

/** One of our orders to pay for. `attempt` counts its orders at PayPal. */
interface PaymentRequest {
  readonly orderId: string
  readonly attempt: number
  readonly amountCents: Cents
  readonly currency: string
  readonly description: string
}

type CreateOutcome =
  | {
      readonly outcome: 'created'
      readonly providerOrderId: string
      /** The account that will receive the money, as PayPal names it. */
      readonly payee: string | null
    }
  | Inconclusive

export type CollectOutcome =
  /** Of each captured unit. */
  | { readonly outcome: 'payments'; readonly payments: readonly Payment[] }
  /** The buyer has not approved (yet); the detail names other oddities. */
  | { readonly outcome: 'unpaid'; readonly detail?: string }
  /** The buyer approved, and `mayCapture` did not allow the capture. */
  | { readonly outcome: 'not_captured' }
  /** The buyer approved and the payment was declined; another means of payment may work. */
  | { readonly outcome: 'declined'; readonly detail: string }
  | Inconclusive

type DisputeOutcome =
  | { readonly outcome: 'dispute'; readonly dispute: PayPalDispute }
  /** It is about no payment of ours. */
  | { readonly outcome: 'ignored' }
  | { readonly outcome: 'not_found' }
  | Inconclusive

/** PayPal takes the money when we capture it, and reports payments and disputes by themselves. */
export interface PayPal extends PaymentProvider<Payment, PayPalSubject> {
  readonly name: 'paypal'
  /** Creates a PayPal order that pays for up to ten of ours: for each a unit, captured by itself. */
  createOrder(requests: readonly PaymentRequest[]): Promise<CreateOutcome>
  /**
   * Fetches an order's state, and captures its payments when the buyer has approved and `mayCapture`,
   * called right before, allows it.
   */
  collect(providerOrderId: string, mayCapture: () => Promise<boolean>): Promise<CollectOutcome>
  /** With a refund of this payment, `refundedCents` is right even when the payment lists no refunds. */
  fetchPayment(reference: string, refundReference?: string | null): Promise<FetchOutcome<Payment>>
  fetchDispute(reference: string): Promise<DisputeOutcome>
  /** Stops fetching pages when no time is left. */
  listDisputes(openedSince: Date, hasTime: () => boolean): Promise<DisputeList<ListedDispute>>
  readonly checkKey: PayPalClient['checkKey']
  /** What is wrong with our key or our webhook, which is for this address. */
  check(webhookUrl: string): Promise<readonly Finding[]>
}

/** Another capture of the same order is done or under way. */
const capturedElsewhere = new Set(['ORDER_ALREADY_CAPTURED', 'ORDER_COMPLETION_IN_PROGRESS'])

/** PayPal's Orders v2 and Payments v2: https://developer.paypal.com/docs/api/orders/v2/ */
export function createPayPalProvider(account: PayPalAccount, calls: CallInstrumentation): PayPal {
  const client = createPayPalClient(account, calls)
  const { send, checkKey } = client

  const get = <Answer>(operation: string, folder: string, id: string, shape: z.ZodType<Answer>) =>
    send({ operation, method: 'GET', path: `${folder}/${encodeURIComponent(id)}`, shape })
  const fetchOrder = (id: string) => get('fetch-order', '/v2/checkout/orders', id, orderAnswer)

  async function collect(
    providerOrderId: string,
    mayCapture: () => Promise<boolean>,
  ): Promise<CollectOutcome> {
    const order = await fetchOrder(providerOrderId)
    if (isInconclusive(order)) return order
    // PayPal deletes orders that nobody approved.
    if (order.outcome === 'refused') return { outcome: 'unpaid', detail: order.issue }
    if (order.answer.status !== 'APPROVED') return readOutcome(order.answer)
    return (await mayCapture()) ? capture(providerOrderId) : { outcome: 'not_captured' }
  }

  async function capture(providerOrderId: string): Promise<CollectOutcome> {
    const captured = await send({
      operation: 'capture',
      method: 'POST',
      path: `/v2/checkout/orders/${encodeURIComponent(providerOrderId)}/capture`,
      shape: orderAnswer,
      body: {},
      // A PayPal order can be captured once, so a repeat cannot take money twice. A constant key
      // would repeat the refusal of a buyer's first card for their second.
      idempotencyKey: randomUUID(),
    })
    if (captured.outcome === 'ok') {
      const outcome = readOutcome(captured.answer)
      // Money may have been taken although this answer names no payment.
      return outcome.outcome === 'unpaid'
        ? { outcome: 'unavailable', detail: `capture: ${captured.answer.status} without a payment` }
        : outcome
    }
    if (captured.outcome === 'refused' || captured.outcome === 'seller_refused') {
      return afterRefusal(providerOrderId, captured)
    }
    return captured
  }

  /** A refused capture can mean that another one was faster: the order's state shows it. */
  async function afterRefusal(
    providerOrderId: string,
    refusal: Misconfigured | { readonly outcome: 'refused'; readonly issue: string },
  ): Promise<CollectOutcome> {
    const order = await fetchOrder(providerOrderId)
    if (isInconclusive(order)) return order
    const payments = order.outcome === 'ok' ? readOrderPayments(order.answer) : []
    if (payments.length > 0) return { outcome: 'payments', payments }
    if (refusal.outcome !== 'refused') return refusal
    const { issue } = refusal
    if (issue === 'ORDER_NOT_APPROVED') return { outcome: 'unpaid' }
    return capturedElsewhere.has(issue)
      ? { outcome: 'unavailable', detail: issue }
      : { outcome: 'declined', detail: issue }
  }

  async function fetchPayment(
    reference: string,
    refundReference: string | null = null,
  ): Promise<FetchOutcome<Payment>> {
    const found = await get('fetch-capture', '/v2/payments/captures', reference, captureAnswer)
    if (isInconclusive(found)) return found
    if (found.outcome === 'refused') return { outcome: 'not_found' }
    const read = await readFromOrder(readCapture(found.answer))
    return read.outcome === 'payment' && refundReference !== null
      ? readFromRefund(read.payment, refundReference)
      : read
  }

  /**
   * The order also shows the refunds and the payee. We may not be allowed to read the order of a
   * hosted button.
   */
  async function readFromOrder(payment: Payment): Promise<FetchOutcome<Payment>> {
    if (!payment.providerOrderId) return { outcome: 'payment', payment }
    const order = await fetchOrder(payment.providerOrderId)
    if (isInconclusive(order)) return order
    const whole = order.outcome === 'ok' ? readOrderPayments(order.answer) : []
    const read = whole.find(({ reference }) => reference === payment.reference)
    return { outcome: 'payment', payment: read ?? payment }
  }

  async function readFromRefund(
    payment: Payment,
    reference: string,
  ): Promise<FetchOutcome<Payment>> {
    const refund = await get('fetch-refund', '/v2/payments/refunds', reference, refundAnswer)
    if (isInconclusive(refund)) return refund
    const isFound = refund.outcome === 'ok'
    return { outcome: 'payment', payment: isFound ? readRefunded(payment, refund.answer) : payment }
  }

  async function fetchDispute(reference: string): Promise<DisputeOutcome> {
    const found = await get('fetch-dispute', '/v1/customer/disputes', reference, disputeAnswer)
    if (isInconclusive(found)) return found
    if (found.outcome === 'refused') return { outcome: 'not_found' }
    const dispute = readDispute(found.answer)
    return dispute ? { outcome: 'dispute', dispute } : { outcome: 'ignored' }
  }

  return {
    name: 'paypal',
    mode: account.mode,
    createOrder: async (requests) => {
      const created = await send({
        operation: 'create-order',
        method: 'POST',
        path: '/v2/checkout/orders',
        shape: orderAnswer,
        body: orderBody(requests),
        idempotencyKey: `create:${hashAttempts(requests)}`,
      })
      if (created.outcome === 'ok') {
        return {
          outcome: 'created',
          providerOrderId: created.answer.id,
          payee: created.answer.purchase_units?.[0]?.payee?.merchant_id ?? null,
        }
      }
      if (isInconclusive(created)) return created
      return { outcome: 'unavailable', detail: `${created.status} ${created.issue}` }
    },
    collect,
    fetchPayment,
    fetchDispute,
    disputePage: (reference) =>
      `${account.apiOrigin.replace('//api-m.', '//www.')}/resolutioncenter/view/${reference}`,
    listDisputes: (openedSince, hasTime) => listDisputes(send, openedSince, hasTime),
    checkKey,
    check: (webhookUrl) => checkPayPal(client, account, webhookUrl),
    readWebhook: createWebhookReader(account, calls),
  }
}

function isInconclusive(result: PayPalResult<unknown>): result is Inconclusive {
  return result.outcome !== 'ok' && result.outcome !== 'refused'
}

function readOutcome(order: OrderAnswer): CollectOutcome {
  const payments = readOrderPayments(order)
  return payments.length > 0 ? { outcome: 'payments', payments } : { outcome: 'unpaid' }
}

/** The same for the same attempts, in whatever order they are given. PayPal takes 108 characters. */
function hashAttempts(requests: readonly PaymentRequest[]): string {
  const attempts = requests.map(({ orderId, attempt }) => `${orderId}:${attempt}`).toSorted()
  return createHash('sha256').update(attempts.join()).digest('base64url')
}

function orderBody(requests: readonly PaymentRequest[]) {
  return {
    intent: 'CAPTURE',
    purchase_units: requests.map((request) => ({
      // Has to differ between the units of an order.
      reference_id: request.orderId,
      custom_id: request.orderId,
      invoice_id: `${request.orderId}-${request.attempt}`,
      description: request.description,
      amount: {
        currency_code: request.currency,
        value: toDecimal(request.amountCents),
      },
    })),
    application_context: { shipping_preference: 'NO_SHIPPING', user_action: 'PAY_NOW' },
  }
}
