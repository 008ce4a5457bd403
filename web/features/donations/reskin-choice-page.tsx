import { useId, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { Reskin } from '#domain/products.ts'
import { BackLink } from '#web/app/back-link.tsx'
import { LinkTile } from '#web/app/link-tile.tsx'
import { paths } from '#contract/paths.ts'
import { findRoute } from '#web/app/routes.tsx'
import { Picture } from '#web/art/drawing.tsx'
import { GearPackPicture } from '#web/art/reskin-chooser-pictures.tsx'
import otherWeapons from '#web/art/other-weapons.svg?raw'
import { GearPicture, WeaponsPicture } from '#web/art/reskin-chooser-pictures.tsx'
import { ReskinPicture } from '#web/art/reskinned.tsx'
import {
  cheapestPrice,
  OfferLink,
  PriceFrom,
  ProductTile,
} from '#web/features/products/product-tile.tsx'
import { productText } from '#web/features/products/shop-texts.ts'
import { productPath, productsOf } from '#web/features/products/sold-products.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Badge } from '#web/ui/labels.tsx'
import { PageHeading } from '#web/ui/layout.tsx'

interface Choice {
  /** The page one level up. */
  readonly up: string
  readonly eyebrow: () => string
  readonly title: () => string
  readonly lead: () => string
  readonly columns: string
  /** Tiles, each in a list item. */
  readonly tiles: () => ReactNode
}

const pieces: Choice = {
  up: paths.reskinGearType(),
  eyebrow: m.section_reskins,
  title: m.reskin_gear_title,
  lead: m.reskin_gear_lead,
  columns: 'gap-3 sm:grid-cols-2 sm:gap-5 lg:grid-cols-4',
  tiles: () => <ReskinTiles group="gear" />,
}

/** The steps on the way to a reskin, by their addresses. */
const choices: Readonly<Record<string, Choice>> = {
  [paths.reskin()]: {
    up: paths.donation(),
    eyebrow: m.reskin_eyebrow,
    title: m.section_reskins,
    lead: m.reskin_lead,
    columns: 'gap-3 sm:grid-cols-2 sm:gap-5',
    tiles: () => (
      <>
        {reskinsOf('gear').length > 0 && (
          <LinkTile
            href={paths.reskinGearType()}
            picture={<GearPicture />}
            title={m.reskin_gear()}
            text={m.reskin_gear_text()}
          />
        )}
        {reskinsOf('weapon').length > 0 && (
          <LinkTile
            href={paths.reskinWeapon()}
            picture={<WeaponsPicture />}
            title={m.reskin_weapon()}
            text={m.reskin_weapon_text()}
          />
        )}
      </>
    ),
  },
  [paths.reskinGearType()]: {
    up: paths.reskin(),
    eyebrow: m.reskin_gear,
    title: m.reskin_gear_type_title,
    lead: m.reskin_gear_type_lead,
    columns: 'gap-3 sm:grid-cols-2 sm:gap-5',
    tiles: () => (
      <>
        <LinkTile
          href={paths.reskinGear()}
          picture={<ReskinPicture gear="top" finish="half" />}
          title={m.reskin_simple()}
          text={m.reskin_simple_text({ price: cheapestPrice(reskinsOf('gear')) })}
        />
        <LinkTile
          href={paths.skin()}
          picture={<GearPackPicture />}
          title={m.reskin_pack()}
          text={m.reskin_pack_text()}
        />
      </>
    ),
  },
  [paths.reskinGear()]: pieces,
  [paths.reskinTopPant()]: pieces,
  [paths.reskinWeapon()]: {
    up: paths.reskin(),
    eyebrow: m.section_reskins,
    title: m.reskin_weapon_title,
    lead: m.reskin_weapon_lead,
    columns: 'gap-3 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3',
    tiles: () => (
      <>
        <ReskinTiles group="weapon" />
        <OtherWeapons />
      </>
    ),
  },
}

export default function ReskinChoicePage() {
  const [address] = useLocation()
  const { path } = findRoute(address)
  const choice = choices[path]
  if (!choice) throw new Error(`no reskin is chosen at ${path}`)
  const { up, eyebrow, title, lead, columns, tiles } = choice
  return (
    <div className="page">
      <BackLink href={up}>{m.nav_back()}</BackLink>
      <PageHeading eyebrow={eyebrow()} title={title()} lead={lead()} />
      <ul aria-label={m.reskin_tiles_label()} className={`grid ${columns}`}>
        {tiles()}
      </ul>
      {path === paths.reskin() && <AllReskins />}
    </div>
  )
}

/** The direct way, for those who know what they want. */
function AllReskins() {
  const headingId = useId()
  return (
    <section className="mt-10">
      <h2 id={headingId} className="mb-4 text-xl">
        {m.reskin_all()}
      </h2>
      <ul aria-labelledby={headingId} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {productsOf('reskin').map((product) => (
          <OfferLink
            key={product.slug}
            href={productPath(product)}
            icon="brush"
            title={productText(product).label}
            detail={<PriceFrom products={[product]} />}
          />
        ))}
      </ul>
    </section>
  )
}

function reskinsOf(group: Reskin['group']): readonly Reskin[] {
  return productsOf('reskin').filter((product) => product.group === group)
}

function ReskinTiles({ group }: Pick<Reskin, 'group'>) {
  return reskinsOf(group).map((product) => (
    <ProductTile
      key={product.slug}
      product={product}
      title={productText(product).label}
      picture={<ReskinPicture gear={product.picture} finish="half" />}
    />
  ))
}

function OtherWeapons() {
  return (
    <LinkTile
      href={paths.comingSoon()}
      picture={<Picture svg={otherWeapons} />}
      title={m.reskin_other()}
      text={m.reskin_other_text()}
      badge={<Badge tone="amber">{m.coming_soon_title()}</Badge>}
    />
  )
}
