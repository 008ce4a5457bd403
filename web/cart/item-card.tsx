import type { ReactNode } from 'react'
import { cartItemPriceCents, type CartItem, type RgbColor } from '../../domain/cart.ts'
import { ProductPicture } from '../art/product-picture.tsx'
import { m } from '../i18n/paraglide/messages.js'
import { formatCents } from '../i18n/format.ts'
import { productKind } from './product-text.ts'

interface ItemCardProps {
  readonly item: CartItem
  /** Beside the price, such as a button to remove the item. */
  readonly action?: ReactNode
  readonly children?: ReactNode
}

/** One cart item: picture, name, duration, colour and price. */
export function ItemCard({ item, action, children }: ItemCardProps) {
  return (
    <div className="cut cut-size-20 p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <ProductPicture type={item.type} className="size-20 sm:size-24" />
        <div className="min-w-36 flex-1">
          <p className="font-display text-lg leading-tight font-bold">{item.name}</p>
          <p className="mt-1 text-sm text-muted">{productKind(item.type)}</p>
          {item.duration !== undefined && (
            <p className="mt-1">{m.duration_months({ count: item.duration })}</p>
          )}
          {item.color && <ColorSwatch color={item.color} />}
        </div>
        <div className="flex flex-1 items-center justify-end gap-4">
          <p className="font-display text-xl font-bold whitespace-nowrap">
            {formatCents(cartItemPriceCents(item))}
          </p>
          {action}
        </div>
      </div>
      {children}
    </div>
  )
}

function ColorSwatch({ color: { r, g, b } }: { readonly color: RgbColor }) {
  return (
    <p className="mt-1 flex items-center gap-2 text-sm text-muted">
      <svg viewBox="0 0 20 20" className="size-5" aria-hidden="true">
        <rect width="20" height="20" fill={`rgb(${r} ${g} ${b})`} />
      </svg>
      {m.cart_color()} {r}, {g}, {b}
    </p>
  )
}
