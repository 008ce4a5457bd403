import { orderCan, type OrderStatus } from '#domain/orders.ts'
import type { OrderView } from '#contract/checkout.ts'
import type { FailureCode } from '#web/api/client.ts'
import type { Answer } from './checkout-api.ts'
import { isApproved, type OpenedOrder } from './opened-order.ts'
import { noticeForStart, type PaymentNotice } from './payment-notice.ts'

/** What was asked of our server: how the order stands, or to collect what the buyer approved. */
export type Question = 'look' | 'capture'

/** What happens to an opened order: at PayPal's button, and by the answers of our server. */
export type PaymentEvent =
  | { readonly type: 'started' }
  | { readonly type: 'start_refused'; readonly code: FailureCode }
  | { readonly type: 'ended'; readonly reason: 'cancelled' | 'failed' }
  | { readonly type: 'approved' }
  | {
      readonly type: 'answered'
      readonly question: Question
      readonly answer: Answer<OrderView>
    }

/** An order with what the buyer is told of it. */
export interface Progress {
  /** Null once there is nothing left to follow. */
  readonly order: OpenedOrder | null
  readonly notice: PaymentNotice | null
  /** What was paid, told once. */
  readonly paid?: OrderView
}

/**
 * What an event makes of an order. From the approval on only our server's word counts: nothing that
 * PayPal's button says, and no answer to a question asked before, takes the approval back.
 */
export function progressAfter(
  order: OpenedOrder,
  notice: PaymentNotice | null,
  event: PaymentEvent,
): Progress {
  if (event.type === 'answered') {
    return event.answer.ok
      ? afterWord(order, notice, event.answer.value, event.question)
      : afterSilence(order, notice, event.answer.problem.code, event.question)
  }
  if (isApproved(order)) return { order, notice }
  switch (event.type) {
    case 'started':
      return { order: { ...order, phase: 'started' }, notice: null }
    case 'approved':
      return { order: { ...order, phase: 'capturing' }, notice: null }
    case 'start_refused':
      return {
        order: event.code === 'order_not_found' ? null : { ...order, phase: 'open' },
        notice: noticeForStart(event.code),
      }
    case 'ended':
      break
  }
  // PayPal answers our own refusal with an error of its own, which would bury the better message.
  const isTold = order.phase === 'open' && event.reason === 'failed' && notice !== null
  const isClosed = order.status !== null && !orderCan.startPayment(order.status)
  if (isTold || isClosed) return { order, notice }
  return { order: { ...order, phase: 'open' }, notice: event.reason }
}

function afterWord(
  order: OpenedOrder,
  notice: PaymentNotice | null,
  view: OrderView,
  question: Question,
): Progress {
  if (isOutOfDate(order, view.status, question)) return { order, notice }
  switch (view.status) {
    case 'settled':
    // Paid all the same: the item must not be asked for twice.
    case 'disputed':
      return { order: null, notice: null, paid: view }
    case 'refunded':
      return { order: null, notice: 'refunded' }
    case 'superseded':
      return { order: null, notice: 'replaced' }
    case 'expired':
      return { order: null, notice: order.status === 'processing' ? 'denied' : 'reopened' }
    case 'processing':
      return { order: { ...order, phase: 'open', status: 'processing' }, notice: null }
    case 'pending':
      break
  }
  const isAnswered = notice === 'unknown' || notice === 'unconfirmed' || notice === 'unreadable'
  return {
    order: { ...order, phase: isApproved(order) ? 'open' : order.phase, status: 'pending' },
    notice: isAnswered ? null : notice,
  }
}

/** Whether an answer was on its way while more became known. */
function isOutOfDate(order: OpenedOrder, status: OrderStatus, question: Question): boolean {
  if (status === 'pending' && order.status === 'processing') return true
  const isUnpaid = status === 'pending' || status === 'expired' || status === 'superseded'
  return isUnpaid && isApproved(order) && question === 'look'
}

function afterSilence(
  order: OpenedOrder,
  notice: PaymentNotice | null,
  code: FailureCode,
  question: Question,
): Progress {
  if (code === 'order_not_found')
    return { order: order.phase === 'open' ? null : order, notice: 'lost' }
  if (question === 'look') {
    const isUnknown = order.status === null && !isApproved(order)
    return { order, notice: isUnknown ? 'unknown' : notice }
  }
  if (!isApproved(order)) return { order, notice }
  if (code !== 'payment_declined') {
    const isUnreadable = code === 'payment_answer_unreadable'
    return {
      order: { ...order, phase: 'approved' },
      notice: isUnreadable ? 'unreadable' : 'unconfirmed',
    }
  }
  // PayPal's button lets the buyer choose another way of paying in the same window.
  const phase = order.phase === 'capturing' ? 'started' : 'open'
  return { order: { ...order, phase }, notice: 'declined' }
}
