import { feeOf, subtract } from './money.ts'
import { payee, type Json, type Presentation } from './order-view.ts'
import type { Capture } from './state.ts'

/** A capture as its order shows it. */
export function presentCaptureInOrder({ origin }: Presentation, capture: Capture): Json {
  const { amount } = capture
  const self = `${origin}/v2/payments/captures/${capture.id}`
  const isPaid = capture.status !== 'PENDING' && capture.status !== 'DECLINED'
  return {
    id: capture.id,
    status: capture.status,
    ...(capture.status === 'PENDING' && { status_details: { reason: capture.heldReason } }),
    amount,
    final_capture: true,
    disbursement_mode: 'INSTANT',
    seller_protection: {
      status: 'ELIGIBLE',
      dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'],
    },
    ...(isPaid && {
      seller_receivable_breakdown: {
        gross_amount: amount,
        paypal_fee: feeOf(amount),
        net_amount: subtract(amount, feeOf(amount)),
      },
    }),
    ...(capture.invoiceId !== undefined && { invoice_id: capture.invoiceId }),
    ...(capture.customId !== undefined && { custom_id: capture.customId }),
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/refund`, rel: 'refund', method: 'POST' },
      { href: `${origin}/v2/checkout/orders/${capture.orderId}`, rel: 'up', method: 'GET' },
    ],
    create_time: capture.createTime,
    update_time: capture.updateTime,
  }
}

/** A capture as `GET /v2/payments/captures/{id}` and webhooks show it. */
export function presentCapture(view: Presentation, capture: Capture): Json {
  return {
    ...presentCaptureInOrder(view, capture),
    payee,
    supplementary_data: { related_ids: { order_id: capture.orderId } },
  }
}
