import type { OrderItem } from '#contract/checkout.ts'
import { toHexColor, type RgbColor } from '#domain/color.ts'
import { cents } from '#domain/money.ts'
import { ProductPicture } from '#web/art/product-picture.tsx'
import { productKind } from '#web/cart/product-text.ts'
import { formatCents } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'

/** What was ordered: picture, name, duration, colour and price. */
export function OrderItemRow({ item }: { readonly item: OrderItem }) {
  const { name, type, duration, color, priceCents } = item
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <ProductPicture type={type} name={name} className="size-18 sm:size-22 print:hidden" />
      <div className="min-w-40 flex-1">
        <h2 className="text-lg leading-tight sm:text-xl">{name}</h2>
        <p className="mt-1 text-muted">
          {productKind(type)}
          {duration !== undefined && ` · ${m.duration_months({ count: duration })}`}
        </p>
        {color && <ItemColor color={color} />}
      </div>
      <p className="font-display text-xl font-bold whitespace-nowrap sm:text-2xl">
        {formatCents(cents(priceCents))}
      </p>
    </div>
  )
}

/** The colour of a tag, seen and named as the staff needs it. */
export function ItemColor({ color }: { readonly color: RgbColor }) {
  return (
    <p className="mt-1 flex items-center gap-2 text-sm text-muted">
      <svg viewBox="0 0 20 20" className="size-5 shrink-0" aria-hidden="true">
        <path
          fill={toHexColor(color)}
          d="M5.5.5h14v14l-5 5H.5v-14z"
          className="stroke-line-strong"
        />
      </svg>
      <span>
        {m.cart_color()} {toHexColor(color)} · {color.r}, {color.g}, {color.b}
      </span>
    </p>
  )
}
