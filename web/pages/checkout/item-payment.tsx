import type { CartItem } from '../../../domain/cart.ts'
import { findOffer } from '../../../domain/catalogue.ts'
import type { PaymentOptions } from '../../../contract/checkout.ts'
import type { Buyer } from '../../checkout/buyer-details.ts'
import { checkoutApi } from '../../checkout/checkout-api.ts'
import type { OpenedOrder } from '../../checkout/opened-orders.ts'
import { payStep } from '../../checkout/pay-step.ts'
import type { Checkout } from '../../checkout/use-checkout.ts'
import { useOrderWatch } from '../../checkout/use-order-watch.ts'
import { PayAction } from './pay-action.tsx'
import { PaymentNoticeBox } from './payment-notice-box.tsx'
import { PaymentArea } from './payment-area.tsx'

interface ItemPaymentProps {
  readonly item: CartItem
  readonly buyer: Buyer | null
  readonly options: PaymentOptions | null
  readonly order: OpenedOrder | undefined
  readonly isLastOpened: boolean
  readonly checkout: Checkout
}

/** One item on its way to being paid. */
export function ItemPayment(props: ItemPaymentProps) {
  const { item, buyer, options, order, isLastOpened, checkout } = props
  const { capturingOrderId, notices, openingItemId, statuses } = checkout.state
  const isCapturing = order !== undefined && order.orderId === capturingOrderId
  const step = payStep({
    item,
    buyer,
    options,
    isOpening: openingItemId !== null,
    order,
    isCapturing,
    isLastOpened,
    status: order && statuses[order.orderId],
  })
  const hostedButtonId = options?.hostedButtonIds[findOffer(item)?.key ?? '']

  return (
    <div className="mt-4 grid gap-3 border-t border-line pt-4">
      <div aria-live="polite" className="empty:hidden">
        <PaymentNoticeBox item={item} step={step} notice={notices[item.id]} />
      </div>
      {step === 'paying' && order && options && hostedButtonId !== undefined ? (
        <PaymentArea
          key={`pay ${order.orderId}`}
          order={order}
          options={options}
          hostedButtonId={hostedButtonId}
          isCapturing={isCapturing}
          checkout={checkout}
        />
      ) : (
        <PayAction
          item={item}
          step={step}
          isOpeningThis={openingItemId === item.id}
          onPay={() => buyer && void checkout.pay(item, buyer)}
        />
      )}
      {order && (
        <OrderWatch
          key={`watch ${order.orderId}`}
          order={order}
          isCapturing={isCapturing}
          checkout={checkout}
        />
      )}
    </div>
  )
}

interface OrderWatchProps {
  readonly order: OpenedOrder
  readonly isCapturing: boolean
  readonly checkout: Checkout
}

function OrderWatch({ order, isCapturing, checkout }: OrderWatchProps) {
  useOrderWatch(checkoutApi, order, isCapturing, {
    seen: (view) => checkout.seen(order.itemId, view),
    failed: (problem) => checkout.watchFailed(order, problem),
  })
  return null
}
