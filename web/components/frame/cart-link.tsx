import { Emblem } from '#web/art/emblem.tsx'
import { Icon } from '#web/art/icon.tsx'
import { useCartCount } from '#web/cart/use-cart-count.ts'
import { useCartRise } from '#web/cart/use-cart-rise.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { Link } from '#web/components/link.tsx'

/** The way to the cart, with the number of items in it; a crystal rises when one is added. */
export function CartLink() {
  const knownCount = useCartCount()
  const risen = useCartRise(knownCount)
  const count = knownCount ?? 0
  return (
    <Link
      href={paths.cart()}
      aria-label={count > 0 ? m.nav_cart_count({ count }) : m.nav_cart()}
      className="nav-icon relative"
    >
      <Icon name="cart" />
      {count > 0 && (
        <span className="absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center bg-crystal px-1 font-display text-xs font-bold text-crystal-ink">
          {count}
        </span>
      )}
      {risen && (
        <span className="cart-crystal" aria-hidden="true">
          <Emblem className="size-7" />
        </span>
      )}
    </Link>
  )
}
