import type { OrderView } from '../../contract/checkout.ts'
import type { CheckoutApi } from './checkout-api.ts'
import { noticeForCapture, noticeForStart, type PaymentNotice } from './payment-notice.ts'
import type { ApiProblem } from '../api/client.ts'

/** Where the outcome of a press on PayPal's button is told. */
export interface PaymentReport {
  /** The buyer pressed PayPal's button: what was said of an earlier try is over. */
  readonly started: () => void
  /** The buyer said yes at PayPal: from here on money may be on its way. */
  readonly approved: () => void
  /** What our server says of the order; the only word that counts. */
  readonly seen: (order: OrderView) => void
  readonly failed: (notice: PaymentNotice, problem: ApiProblem | null) => void
}

interface ApproveActions {
  readonly restart: () => void
}

export interface PayPalCallbacks {
  readonly createOrder: () => Promise<string>
  readonly onApprove: (data: unknown, actions: ApproveActions) => Promise<void>
  readonly onCancel: () => void
  readonly onError: () => void
}

type PaymentCalls = Pick<CheckoutApi, 'createPayPalOrder' | 'captureOrder'>

/** What PayPal's button of one order does, by our server: the server makes the order and collects it. */
export function payPalCallbacks(
  api: PaymentCalls,
  orderId: string,
  report: PaymentReport,
): PayPalCallbacks {
  // PayPal answers a rejected createOrder with onError, which would bury the better message.
  let alreadyTold = false

  return {
    createOrder: async () => {
      alreadyTold = false
      report.started()
      const answer = await api.createPayPalOrder(orderId)
      if (answer.ok) return answer.value.paypalOrderId
      alreadyTold = true
      report.failed(noticeForStart(answer.problem.code), answer.problem)
      throw new Error(answer.problem.code)
    },
    onApprove: async (_data, actions) => {
      report.approved()
      const answer = await api.captureOrder(orderId)
      if (answer.ok) {
        report.seen(answer.value)
        return
      }
      alreadyTold = true
      report.failed(noticeForCapture(answer.problem.code), answer.problem)
      if (answer.problem.code === 'payment_declined') actions.restart()
    },
    onCancel: () => report.failed('cancelled', null),
    onError: () => {
      if (!alreadyTold) report.failed('failed', null)
    },
  }
}
