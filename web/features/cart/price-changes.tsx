import { useEffect, useState } from 'react'
import { cartItemPriceCents, type CartItem } from '#domain/cart.ts'
import { itemTitle } from '#web/features/products/product-text.ts'
import { formatCents } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Notice } from '#web/ui/notice.tsx'
import { findPriceChanges, type PriceChange } from './cart-choices.ts'
import { correctCartPrice } from './cart-store.ts'

/**
 * What costs something else than when it was put into the cart, as found when the page opened; the
 * cart is corrected. Later on the server alone may know better than this page.
 */
export function usePriceChanges(items: readonly CartItem[] | null): readonly PriceChange[] {
  const [changes, setChanges] = useState<readonly PriceChange[] | null>(null)
  if (changes === null && items !== null) setChanges(findPriceChanges(items))

  useEffect(() => {
    for (const { item, priceCents } of changes ?? []) correctCartPrice(item.id, priceCents)
  }, [changes])

  return changes ?? []
}

export function PriceChanges({ changes }: { readonly changes: readonly PriceChange[] }) {
  if (changes.length === 0) return null
  return (
    <Notice live tone="warning" title={m.cart_prices_changed()}>
      <ul>
        {changes.map(({ item, priceCents }) => (
          <li key={item.id}>
            {m.cart_price_changed({
              item: itemTitle(item),
              before: formatCents(cartItemPriceCents(item)),
              now: formatCents(priceCents),
            })}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
