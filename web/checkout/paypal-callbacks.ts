import { askForCapture } from './ask-order.ts'
import type { CheckoutApi } from './checkout-api.ts'
import type { PaymentEvent } from './order-progress.ts'

interface ApproveActions {
  readonly restart: () => void | Promise<void>
}

export interface PayPalCallbacks {
  readonly createOrder: () => Promise<string>
  readonly onApprove: (data: unknown, actions: ApproveActions) => Promise<void>
  readonly onCancel: () => void
  readonly onError: () => void
}

type PaymentCalls = Pick<CheckoutApi, 'createPayPalOrder' | 'captureOrder' | 'fetchOrder'>

/**
 * What PayPal's button of one order does, by our server: the server makes the order and collects it.
 * All that happens is told; what it means is decided where it is told (`order-progress.ts`).
 */
export function payPalCallbacks(
  api: PaymentCalls,
  orderId: string,
  tell: (event: PaymentEvent) => void,
): PayPalCallbacks {
  return {
    createOrder: async () => {
      tell({ type: 'started' })
      const answer = await api.createPayPalOrder(orderId)
      if (answer.ok) return answer.value.paypalOrderId
      const { code } = answer.problem
      // Paid in another tab, under review, run out: only a look says which of them it is.
      tell(
        code === 'order_not_payable'
          ? { type: 'answered', question: 'look', answer: await api.fetchOrder(orderId) }
          : { type: 'start_refused', code },
      )
      throw new Error(code)
    },
    onApprove: async (_data, actions) => {
      tell({ type: 'approved' })
      const event = await askForCapture(api, orderId)
      tell(event)
      if (isDeclined(event)) await actions.restart()
    },
    onCancel: () => tell({ type: 'ended', reason: 'cancelled' }),
    onError: () => tell({ type: 'ended', reason: 'failed' }),
  }
}

function isDeclined(event: PaymentEvent): boolean {
  if (event.type !== 'answered' || event.answer.ok) return false
  return event.answer.problem.code === 'payment_declined'
}
