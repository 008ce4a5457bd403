import { site } from '#web/app/site.ts'
import type { CodeState } from '#web/features/cart/cart-code.ts'
import { isSold, soldTotalCents } from '#web/features/cart/cart-choices.ts'
import { CodePanel } from '#web/features/cart/code-panel.tsx'
import { formatCents } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/layout.tsx'
import { Agreement } from './agreement.tsx'
import { ItemPayment, stepOf, type PaymentProps } from './item-payment.tsx'
import { together } from './checkout-state.ts'
import {
  buttonStep,
  canBePaidTogether,
  isBeingPaid,
  mostTogether,
  ordersPaidTogether,
} from './opened-order.ts'
import { DisabledButton, PaymentNoticeBox, Waiting } from './pay-action.tsx'
import { PaymentArea } from './payment-area.tsx'

interface PayPanelProps extends PaymentProps {
  /** The item whose payment stands here, because it is the only one. */
  readonly onlyItemId: string | null
  readonly code: CodeState
}

/** The sum, the main way to pay, and what the buyer agrees to by it. */
export function PayPanel({ onlyItemId, code, ...props }: PayPanelProps) {
  const { items } = props
  const only = items.find(({ id }) => id === onlyItemId)
  return (
    <Panel tone="crystal">
      <p className="text-muted">{m.cart_count({ count: items.filter(isSold).length })}</p>
      <p className="mt-1 mb-5 flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-display text-lg font-semibold">{m.cart_total()}</span>
        <span className="font-display text-3xl font-bold">
          {formatCents(soldTotalCents(items))}
        </span>
      </p>
      {site().takesCodes && <CodePanel items={items} code={code} />}
      {only ? <ItemPayment {...props} item={only} isSecondary={false} /> : <PayAll {...props} />}
      <Agreement />
    </Panel>
  )
}

/** One payment for all items (driver `orders`). Without it each item is paid by its own button. */
function PayAll(props: PaymentProps) {
  const { items, buyer, options, checkout } = props
  const { orders, notices } = checkout.state
  const paidTogether = ordersPaidTogether(orders)
  const step = buttonStep(paidTogether, items, buyer)
  const notice = notices[together]
  const payable = items.filter((item) => canBePaidTogether(stepOf(item, props)))
  const first = payable.slice(0, mostTogether)
  const price = formatCents(soldTotalCents(first))
  const isOffered = payable.length > 1

  if (options?.driver === 'hosted') {
    return <p className="text-sm text-muted">{m.cart_pay_separately()}</p>
  }
  return (
    <div className="grid gap-3">
      <div aria-live="polite" className="empty:hidden">
        {notice && <PaymentNoticeBox notice={notice} price={price} />}
      </div>
      {step === 'paying' && options && (
        <PaymentArea
          key={paidTogether.map((order) => order?.orderId).join(' ')}
          orders={paidTogether.flatMap((order) => order ?? [])}
          options={options}
          isRefused={notice === 'not_set_up'}
          hosted={null}
          dispatch={checkout.dispatchPayments}
        />
      )}
      {step === 'checking' && <Waiting text={m.checkout_checking()} />}
      {step === 'none' && isOffered && <PayAllButton {...props} items={first} price={price} />}
      {isOffered && <p className="text-sm text-muted">{m.checkout_pay_all_text()}</p>}
      {payable.length > first.length && (
        <p className="text-sm text-muted">{m.checkout_pay_all_first()}</p>
      )}
    </div>
  )
}

interface PayAllButtonProps extends PaymentProps {
  readonly price: string
}

/** Opens the orders of these items, or says why it cannot. */
function PayAllButton({ items, buyer, options, checkout, price }: PayAllButtonProps) {
  const { orders, openingItemIds } = checkout.state
  const label = m.checkout_pay_all({ price })
  if (!buyer) return <DisabledButton label={label} reason={m.checkout_details_missing()} />
  if (!options) return <DisabledButton label={label} reason={m.checkout_preparing()} />
  if (orders.some(isBeingPaid)) {
    return <DisabledButton label={label} reason={m.checkout_other_payment()} />
  }
  return (
    <Button
      size="large"
      className="w-full"
      pending={openingItemIds.length > 1}
      pendingLabel={m.checkout_processing()}
      disabled={openingItemIds.length === 1}
      onClick={() => void checkout.pay(items, buyer)}
    >
      {label}
    </Button>
  )
}
