import { useEffect, type ReactNode } from 'react'
import { cartItemPriceCents, type CartItem } from '#domain/cart.ts'
import { toHexColor, type RgbColor } from '#domain/color.ts'
import { productOfItem } from '#domain/products.ts'
import { useLoadedPart } from '#web/app/page-loader.ts'
import { site } from '#web/app/site.ts'
import { ProductPicture } from '#web/art/product-picture.tsx'
import { catalogue } from '#web/features/products/catalogue.ts'
import { Price } from '#web/features/products/price.tsx'
import { productKind } from '#web/features/products/product-text.ts'
import { formatCents } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Spinner } from '#web/ui/loading.tsx'
import { ColorMark } from '#web/ui/marks.tsx'
import type { Elements } from '#web/ui/elements.ts'
import type { PricedItem } from './cart-code.ts'

interface ItemCardProps {
  readonly item: PricedItem
  /** Shown beside the price, such as one or two square buttons. */
  readonly action?: ReactNode
  readonly children?: Elements
}

/** One cart item: picture, name, duration, colour and price. */
export function ItemCard({ item, action, children }: ItemCardProps) {
  const kind = productKind(item.type)
  return (
    <div className="cut cut-size-20 p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <ProductPicture
          product={productOfItem(site().products, item)}
          type={item.type}
          name={item.name}
          className="size-20 sm:size-24"
        />
        <div className="min-w-36 flex-1">
          <p className="font-display text-lg leading-tight font-bold wrap-anywhere">{item.name}</p>
          {kind !== item.name && <p className="mt-1 text-sm text-muted">{kind}</p>}
          {item.duration !== undefined && (
            <p className="mt-1">{m.duration_months({ count: item.duration })}</p>
          )}
          {item.color && <ColorSwatch color={item.color} />}
        </div>
        <div className="flex flex-1 items-center justify-end gap-4">
          <ItemPrice item={item} />
          {action && <div className="flex min-w-23 justify-end gap-1">{action}</div>}
        </div>
      </div>
      {children}
    </div>
  )
}

/** What an item costs, and before its sale or without its code. */
function ItemPrice({ item }: Pick<ItemCardProps, 'item'>) {
  const offer = catalogue().findOffer(item)
  const priceCents = cartItemPriceCents(item)
  return (
    <div className="text-right">
      <p className="font-display text-xl font-bold">
        <Price of={{ priceCents, sale: offer?.priceCents === priceCents ? offer.sale : null }} />
      </p>
      {item.code !== undefined && offer && (
        <p className="text-sm text-muted">
          {m.code_without({ price: formatCents(offer.priceCents) })}
        </p>
      )}
    </div>
  )
}

function ColorSwatch({ color }: { readonly color: RgbColor }) {
  useEffect(() => {
    // Before it is opened, so that it opens at once and without a network.
    loadColorEditor().catch(() => undefined)
  }, [])
  const hex = toHexColor(color)
  return (
    <p className="mt-1 flex items-center gap-2 text-sm text-muted">
      <ColorMark hex={hex} className="size-5" />
      <span>
        {m.color()} <span translate="no">{hex}</span>
      </span>
    </p>
  )
}

export interface ItemColorEditorProps {
  readonly item: CartItem
  readonly color: RgbColor
  readonly disabled?: boolean
}

const loadColorEditor = () => import('./item-color-editor.tsx')

/** Edits the colour of a tag in the cart, with a preview; both load after the page. */
export function ItemColorEditor(props: ItemColorEditorProps) {
  const part = useLoadedPart(loadColorEditor, true)
  return part === null ? (
    <Spinner label={m.page_loading()} />
  ) : (
    <part.LoadedColorEditor {...props} />
  )
}
