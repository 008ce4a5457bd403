import { type Presentation, presentCapture, presentOrder, presentRefund } from './order-views.ts'
import type { Money } from './money.ts'
import { presentDispute } from './dispute-view.ts'
import type { Capture, Dispute, Order, Refund } from './state.ts'
import type { WebhookEvent } from './fake-paypal.ts'

/** https://developer.paypal.com/api/rest/webhooks/event-names/ */
export function orderApproved(view: Presentation, order: Order): WebhookEvent {
  return {
    type: 'CHECKOUT.ORDER.APPROVED',
    resourceType: 'checkout-order',
    summary: 'An order has been approved by buyer',
    resource: presentOrder(view, order),
  }
}

const captureEvents = {
  COMPLETED: { type: 'PAYMENT.CAPTURE.COMPLETED', verb: 'completed' },
  PENDING: { type: 'PAYMENT.CAPTURE.PENDING', verb: 'pending' },
  DECLINED: { type: 'PAYMENT.CAPTURE.DENIED', verb: 'denied' },
} as const

export function captureChanged(
  view: Presentation,
  capture: Capture,
  status: keyof typeof captureEvents,
): WebhookEvent {
  const { type, verb } = captureEvents[status]
  return {
    type,
    resourceType: 'capture',
    summary: `Payment ${verb} for ${inWords(capture.amount)}`,
    resource: presentCapture(view, capture),
  }
}

/** `REVERSED` is money that PayPal took back itself, after a lost dispute. */
export function captureRefunded(
  view: Presentation,
  refund: Refund,
  kind: 'REFUNDED' | 'REVERSED',
): WebhookEvent {
  return {
    type: `PAYMENT.CAPTURE.${kind}`,
    resourceType: 'refund',
    summary: `A ${inWords(refund.amount)} capture payment was ${kind.toLowerCase()}`,
    resource: presentRefund(view, refund),
  }
}

export function disputeChanged(
  view: Presentation,
  capture: Capture,
  dispute: Dispute,
): WebhookEvent {
  const isOpen = dispute.outcome === 'open'
  return {
    type: isOpen ? 'CUSTOMER.DISPUTE.CREATED' : 'CUSTOMER.DISPUTE.RESOLVED',
    resourceType: 'dispute',
    summary: isOpen
      ? `A new dispute opened with Case # ${dispute.id}`
      : `A dispute was resolved with case # ${dispute.id}`,
    resource: presentDispute(view, capture, dispute),
  }
}

const symbols: Readonly<Record<string, string>> = { EUR: '€', USD: '$', GBP: '£', JPY: '¥' }

function inWords({ currency_code, value }: Money): string {
  return `${symbols[currency_code] ?? currency_code} ${value} ${currency_code}`
}
