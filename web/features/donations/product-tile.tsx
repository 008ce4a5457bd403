import type { ReactNode } from 'react'
import { catalogue } from '#contract/catalogue.ts'
import { cents } from '#domain/money.ts'
import type { Product } from '#domain/products.ts'
import { LinkTile } from '#web/app/link-tile.tsx'
import { formatCents } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Badge } from '#web/ui/labels.tsx'
import { productText } from './product-text.ts'
import { productPath } from './sold-products.ts'

interface ProductTileProps {
  readonly product: Product
  readonly title: string
  readonly picture: ReactNode
}

/** A link to the page of a product, with its lowest price. */
export function ProductTile({ product, title, picture }: ProductTileProps) {
  return (
    <LinkTile
      href={productPath(product)}
      picture={picture}
      title={title}
      text={
        <>
          {productText(product).tile}
          <span className="mt-3 block">
            <Badge>{m.price_from({ price: cheapestPrice([product]) })}</Badge>
          </span>
        </>
      }
    />
  )
}

/** The lowest price of some products. */
export function cheapestPrice(products: readonly Product[]): string {
  const offers = products.flatMap(({ slug }) => catalogue.offersOf(slug))
  return formatCents(cents(Math.min(...offers.map(({ priceCents }) => priceCents))))
}
