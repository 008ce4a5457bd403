import { useId } from 'react'
import type { CartItem } from '#domain/cart.ts'
import { isSold, soldTotalCents } from '#web/cart/cart-choices.ts'
import { useIsCartKept } from '#web/cart/cart-store.ts'
import { Link } from '#web/components/link.tsx'
import { formatCents } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'

/** What the cart costs, and the way on; only what we sell counts. */
export function CartTotal({ items }: { readonly items: readonly CartItem[] }) {
  const count = items.filter(isSold).length
  const reason = whyNoCheckout(count, useIsCartKept())
  return (
    <Panel tone="crystal" className="self-start lg:sticky lg:top-24">
      <p className="text-muted">{m.cart_count({ count })}</p>
      <p className="mt-1 mb-5 flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-display text-lg font-semibold">{m.cart_total()}</span>
        <span className="font-display text-3xl font-bold">
          {formatCents(soldTotalCents(items))}
        </span>
      </p>
      {reason === null ? <WayToPay /> : <NoWayToPay reason={reason} />}
      <Link
        href={paths.donation()}
        className={buttonClass({ tone: 'quiet', className: 'mt-2 w-full' })}
      >
        {m.cart_continue()}
      </Link>
    </Panel>
  )
}

function whyNoCheckout(soldCount: number, isKept: boolean): string | null {
  if (soldCount === 0) return m.cart_nothing_sold()
  // The checkout is a document of its own: it would find no cart, and take the buyer back here.
  return isKept ? null : m.cart_not_kept()
}

function WayToPay() {
  return (
    <>
      <Link href={paths.checkout()} className={buttonClass({ size: 'large', className: 'w-full' })}>
        {m.cart_checkout()}
      </Link>
      <p className="mt-4 text-sm text-muted">{m.cart_pay_separately()}</p>
    </>
  )
}

function NoWayToPay({ reason }: { readonly reason: string }) {
  const reasonId = useId()
  return (
    <>
      <Button size="large" className="w-full" disabled aria-describedby={reasonId}>
        {m.cart_checkout()}
      </Button>
      <p id={reasonId} className="mt-4 text-sm text-muted">
        {reason}
      </p>
    </>
  )
}
