import { fromMinorUnits } from './money.ts'
import type { Json, Presentation } from './order-view.ts'
import type { Refund } from './state.ts'

/** A refund as all calls and webhooks show it. Its link `up` names the capture. */
export function presentRefund({ origin }: Presentation, refund: Refund): Json {
  const { amount } = refund
  return {
    id: refund.id,
    status: 'COMPLETED',
    amount,
    ...(refund.note !== undefined && { note_to_payer: refund.note }),
    ...(refund.invoiceId !== undefined && { invoice_id: refund.invoiceId }),
    ...(refund.customId !== undefined && { custom_id: refund.customId }),
    seller_payable_breakdown: {
      gross_amount: amount,
      // PayPal keeps its fee after a refund.
      paypal_fee: fromMinorUnits(0, amount.currency_code),
      net_amount: amount,
      total_refunded_amount: refund.totalRefunded,
    },
    create_time: refund.createTime,
    update_time: refund.createTime,
    links: [
      { href: `${origin}/v2/payments/refunds/${refund.id}`, rel: 'self', method: 'GET' },
      { href: `${origin}/v2/payments/captures/${refund.captureId}`, rel: 'up', method: 'GET' },
    ],
  }
}

/** The answer to a refund without a `Prefer` header. */
export function presentRefundBriefly(view: Presentation, refund: Refund): Json {
  const { id, status, links } = presentRefund(view, refund)
  return { id, status, links }
}
