import { cartTotalCents, type CartItem } from '../../../domain/cart.ts'
import { Link } from '../../components/link.tsx'
import { formatCents } from '../../i18n/format.ts'
import { m } from '../../i18n/paraglide/messages.js'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'

/** What the cart costs, and the way on. */
export function CartTotal({ items }: { readonly items: readonly CartItem[] }) {
  return (
    <Panel tone="crystal" className="self-start lg:sticky lg:top-24">
      <p className="text-muted">{m.cart_count({ count: items.length })}</p>
      <p className="mt-1 mb-5 flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-display text-lg font-semibold">{m.cart_total()}</span>
        <span className="font-display text-3xl font-bold">
          {formatCents(cartTotalCents(items))}
        </span>
      </p>
      <Link href={paths.checkout()} className={buttonClass({ size: 'large', className: 'w-full' })}>
        {m.cart_checkout()}
      </Link>
      <p className="mt-4 text-sm text-muted">{m.cart_pay_separately()}</p>
      <Link
        href={paths.donation()}
        className={buttonClass({ tone: 'quiet', className: 'mt-2 w-full' })}
      >
        {m.cart_continue()}
      </Link>
    </Panel>
  )
}
