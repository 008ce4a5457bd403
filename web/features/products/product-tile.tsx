import type { ReactNode } from 'react'
import { cents } from '#domain/money.ts'
import type { Product } from '#domain/products.ts'
import { LinkTile } from '#web/app/link-tile.tsx'
import { Link } from '#web/app/links.tsx'
import { paths } from '#contract/paths.ts'
import { site } from '#web/app/site.ts'
import { Icon, type IconName } from '#web/art/icon.tsx'
import { formatCents, formatDollars } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Badge, KrText } from '#web/ui/labels.tsx'
import { catalogue } from './catalogue.ts'
import { productText } from './shop-texts.ts'
import { productPath, productsOf } from './sold-products.ts'

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
      text={productText(product).tile}
      badge={<Badge>{priceFrom([product])}</Badge>}
    />
  )
}

/** The lowest price of some products, as `Dès 10 €`. */
export function priceFrom(products: readonly Product[]): string {
  return m.price_from({ price: cheapestPrice(products) })
}

/** The lowest price of some products. */
export function cheapestPrice(products: readonly Product[]): string {
  const offers = products.flatMap(({ slug }) => catalogue().offersOf(slug))
  return formatCents(cents(Math.min(...offers.map(({ priceCents }) => priceCents))))
}

/** A link to the reskins, if any are sold. */
export function ReskinsLink() {
  const reskins = productsOf('reskin')
  if (reskins.length === 0) return null
  return (
    <OfferLink
      href={paths.reskin()}
      icon="brush"
      title={m.section_reskins()}
      detail={priceFrom(reskins)}
    />
  )
}

/** Links to the packs of Kr and to what is left of them. */
export function KrLinks() {
  const [least] = site()
    .packs.map(({ priceDollars }) => cents(Math.round(priceDollars * 100)))
    .toSorted((one, other) => one - other)
  return (
    <>
      <OfferLink
        href={paths.kryptoPoints()}
        icon="crystal-plus"
        title={m.get_kr()}
        {...(least !== undefined && { detail: m.price_from({ price: formatDollars(least) }) })}
      />
      <OfferLink href={paths.wallet()} icon="wallet" title={m.wallet_title()} />
    </>
  )
}

interface OfferLinkProps {
  readonly href: string
  readonly icon: IconName
  readonly title: string
  readonly detail?: string
}

/** A link in one line, in a list. */
export function OfferLink({ href, icon, title, detail }: OfferLinkProps) {
  return (
    <li>
      <Link
        href={href}
        className="tile-link cut cut-size-14 flex h-full min-h-16 items-center gap-3 px-4 py-2"
      >
        <Icon name={icon} className="size-6 text-crystal" />
        <span className="min-w-0">
          <span className="block font-display leading-tight font-semibold">
            <KrText>{title}</KrText>
          </span>
          {detail !== undefined && <span className="block text-sm text-muted">{detail}</span>}
        </span>
      </Link>
    </li>
  )
}
