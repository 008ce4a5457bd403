import type { CartItem } from '#domain/cart.ts'
import type { PaymentOptions } from '#contract/checkout.ts'
import { soldTotalCents } from '#web/cart/cart-choices.ts'
import { ItemCard } from '#web/cart/item-card.tsx'
import type { Buyer } from '#web/checkout/buyer-details.ts'
import type { Checkout } from '#web/checkout/use-checkout.ts'
import { formatCents } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { ItemPayment } from './item-payment.tsx'
import { ReskinNotice } from './reskin-notice.tsx'

interface OrderSummaryProps {
  readonly items: readonly CartItem[]
  readonly buyer: Buyer | null
  readonly options: PaymentOptions | null
  /** The items whose hosted button was pressed. */
  readonly pressedItemIds: readonly string[]
  readonly checkout: Checkout
}

/** The items with their total; each is paid for on its own. */
export function OrderSummary(props: OrderSummaryProps) {
  const { items, buyer, options, pressedItemIds, checkout } = props
  const ordersHere = checkout.state.orders.filter((order) =>
    items.some(({ id }) => id === order.item.id),
  )
  const lastOpened = ordersHere.at(-1)
  return (
    <section>
      <header className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-xl">{m.checkout_items_title()}</h2>
        <p className="text-muted">
          {m.cart_total()}{' '}
          <span className="font-display text-xl font-bold text-ink">
            {formatCents(soldTotalCents(items))}
          </span>
        </p>
      </header>
      {items.some(({ type }) => type === 'Reskin') && <ReskinNotice />}
      <ul aria-label={m.cart_items_label()} className="mt-4 grid gap-4">
        {items.map((item) => (
          <li key={item.id}>
            <ItemCard item={item}>
              <ItemPayment
                item={item}
                buyer={buyer}
                options={options}
                order={ordersHere.find((order) => order.item.id === item.id)}
                isLastOpened={lastOpened?.item.id === item.id}
                isHostedPressed={pressedItemIds.includes(item.id)}
                isOtherPressed={items.some(
                  ({ id }) => id !== item.id && pressedItemIds.includes(id),
                )}
                checkout={checkout}
              />
            </ItemCard>
          </li>
        ))}
      </ul>
      {items.length > 1 && <p className="mt-4 text-sm text-muted">{m.cart_pay_separately()}</p>}
    </section>
  )
}
