import { useEffect, useState } from 'react'
import type { CartItem } from '#domain/cart.ts'
import type { Catalogue } from '#domain/catalogue.ts'
import { catalogue } from '#web/features/products/catalogue.ts'
import { itemTitle } from '#web/features/products/product-text.ts'
import { formatCents } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Notice } from '#web/ui/notice.tsx'
import type { PricedItem } from './cart-code.ts'
import { findPriceChanges, type PriceChange } from './cart-choices.ts'
import { correctCartPrice } from './cart-store.ts'

interface Found {
  /** By which the page has compared. */
  readonly by: Catalogue | null
  readonly latest: readonly PriceChange[]
  /** With those before, of which the items may have been edited since. */
  readonly all: readonly PriceChange[]
}

/**
 * What costs something else than when it was put into the cart, as found when the page opened and
 * whenever the owner has saved; the cart is corrected. Between two saves the server alone may know
 * better than this page.
 */
export function usePriceChanges(items: readonly CartItem[] | null): readonly PriceChange[] {
  const [{ by, latest, all }, setFound] = useState<Found>({ by: null, latest: [], all: [] })
  if (by !== catalogue() && items !== null) {
    const found = findPriceChanges(items, by)
    const others = all.filter(({ item }) => !found.some((one) => one.item.id === item.id))
    setFound({ by: catalogue(), latest: found, all: [...others, ...found] })
  }

  useEffect(() => {
    for (const { item, priceCents } of latest) correctCartPrice(item.id, priceCents)
  }, [latest])

  return all
}

interface PriceChangesProps {
  readonly changes: readonly PriceChange[]
  /** At what they cost with the code of the cart. */
  readonly items: readonly PricedItem[] | null
}

export function PriceChanges({ changes, items }: PriceChangesProps) {
  const hasCode = ({ id }: CartItem) =>
    items?.some((item) => item.id === id && item.code !== undefined) === true
  if (changes.length === 0) return null
  return (
    <Notice live tone="warning" title={m.cart_prices_changed()}>
      <ul>
        {changes.map(({ item, beforeCents, priceCents }) => (
          <li key={item.id}>
            {m.cart_price_changed({
              item: itemTitle(item),
              before: formatCents(beforeCents),
              now: hasCode(item)
                ? m.code_without({ price: formatCents(priceCents) })
                : formatCents(priceCents),
            })}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
