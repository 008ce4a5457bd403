import type { ReactNode } from 'react'
import type { Offer } from '#domain/catalogue.ts'
import { cents } from '#domain/money.ts'
import { createPacks } from '#domain/packs.ts'
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
import { Price } from './price.tsx'
import { productPath, productsOf } from './sold-products.ts'

interface ProductTileProps {
  readonly product: Product
  readonly title: string
  readonly picture: ReactNode
}

export function ProductTile({ product, title, picture }: ProductTileProps) {
  return (
    <LinkTile
      href={productPath(product)}
      picture={picture}
      title={title}
      text={productText(product).tile}
      badge={<PriceBadge products={[product]} />}
    />
  )
}

/** The lowest price of some products, in the corner of their tile. */
export function PriceBadge(props: PriceFromProps) {
  return (
    <Badge>
      <PriceFrom {...props} />
    </Badge>
  )
}

interface PriceFromProps {
  readonly products: readonly Product[]
}

/** The lowest price of some products, as `Dès 10 €`, and what that cost before a sale. */
export function PriceFrom({ products }: PriceFromProps) {
  const cheapest = cheapestOf(products)
  if (!cheapest) return null
  const now = m.price_from({ price: formatCents(cheapest.priceCents) })
  return <Price of={cheapest} now={now} />
}

export function cheapestPrice(products: readonly Product[]): string {
  return formatCents(cheapestOf(products)?.priceCents ?? cents(0))
}

function cheapestOf(products: readonly Product[]): Offer | undefined {
  return products
    .flatMap(({ slug }) => catalogue().offersOf(slug))
    .toSorted((one, other) => one.priceCents - other.priceCents)[0]
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
      detail={<PriceFrom products={reskins} />}
    />
  )
}

export function KrLinks() {
  const { packs: terms, sales } = site()
  const [least] = createPacks(terms, sales).toSorted(
    (one, other) => one.priceCents - other.priceCents,
  )
  return (
    <>
      <OfferLink
        href={paths.kryptoPoints()}
        icon="crystal-plus"
        title={m.get_kr()}
        detail={
          least && (
            <Price
              of={least}
              format={formatDollars}
              now={m.price_from({ price: formatDollars(least.priceCents) })}
            />
          )
        }
      />
      <OfferLink href={paths.wallet()} icon="wallet" title={m.wallet_title()} />
    </>
  )
}

interface OfferLinkProps {
  readonly href: string
  readonly icon: IconName
  readonly title: string
  readonly detail?: ReactNode
}

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
          {detail && <span className="block text-sm text-muted">{detail}</span>}
        </span>
      </Link>
    </li>
  )
}
