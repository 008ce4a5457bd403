import type { CartItem } from '#domain/cart.ts'
import { catalogue } from '#site/catalogue.ts'
import type { PaymentOptions } from '#contract/checkout.ts'
import type { Buyer } from '#web/checkout/buyer-details.ts'
import { mayBePaid, type OpenedOrder } from '#web/checkout/opened-order.ts'
import type { PaymentEvent } from '#web/checkout/order-progress.ts'
import { payStep, type PayStep } from '#web/checkout/pay-step.ts'
import type { Checkout } from '#web/checkout/use-checkout.ts'
import { useOrderWatch } from '#web/checkout/use-order-watch.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { ItemColor } from './item-color.tsx'
import { PayAction } from './pay-action.tsx'
import { PaymentNoticeBox } from './payment-notice-box.tsx'
import { PaymentArea } from './payment-area.tsx'

interface ItemPaymentProps {
  readonly item: CartItem
  readonly buyer: Buyer | null
  readonly options: PaymentOptions | null
  readonly order: OpenedOrder | undefined
  readonly isLastOpened: boolean
  readonly isHostedPressed: boolean
  /** A hosted button taken away while its window is open would take the window along. */
  readonly isOtherPressed: boolean
  readonly checkout: Checkout
}

/** One item on its way to being paid. */
export function ItemPayment(props: ItemPaymentProps) {
  const { item, buyer, options, order, isLastOpened, isHostedPressed, isOtherPressed, checkout } =
    props
  const { notices, openingItemId } = checkout.state
  const step = payStep({
    item,
    buyer,
    options,
    isOpening: openingItemId !== null || (isOtherPressed && !isHostedPressed),
    order,
    isHostedPressed,
    isLastOpened,
  })
  const hostedButtonId = options?.hostedButtonIds[catalogue.findOffer(item)?.key ?? '']

  const isBusy = openingItemId === item.id || isHostedPressed
  const isFrozen = isBusy || (order !== undefined && mayBePaid(order))

  return (
    <>
      {item.color && <ItemColor item={item} color={item.color} isFrozen={isFrozen} />}
      <div className="mt-4 grid gap-3 border-t border-line pt-4">
        <div aria-live="polite" className="empty:hidden">
          <PaymentNoticeBox item={item} step={step} notice={notices[item.id]} />
        </div>
        {order && concernsOrder(step) && (
          <p className="text-sm break-all text-muted">
            {m.checkout_for_account({ steamId: order.steamId })}
          </p>
        )}
        {step === 'paying' && order && options && hostedButtonId !== undefined ? (
          <PaymentArea
            key={`pay ${order.orderId}`}
            order={order}
            options={options}
            hostedButtonId={hostedButtonId}
            isHostedPressed={isHostedPressed}
            tell={(event) => checkout.tell(order, event)}
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
            tell={(event) => checkout.tell(order, event)}
          />
        )}
      </div>
    </>
  )
}

/** Whether the step is about the open order and not about the details that are typed now. */
function concernsOrder(step: PayStep): boolean {
  return step === 'paying' || step === 'confirming' || step === 'under_review'
}

interface OrderWatchProps {
  readonly order: OpenedOrder
  readonly tell: (event: PaymentEvent) => void
}

function OrderWatch({ order, tell }: OrderWatchProps) {
  useOrderWatch(order, tell)
  return null
}
