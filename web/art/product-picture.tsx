import type { ComponentType } from 'react'
import type { ProductType } from '#domain/products.ts'
import { ColorWheel } from './color-wheel.tsx'
import type { GearName } from './gear-drawings.ts'
import { ResetEnemies, ResetStats } from './reset-subjects.tsx'
import { Reskinned, type Finish } from './reskinned.tsx'
import { Crate } from './crate.tsx'
import { Vest } from './vest.tsx'

interface ProductPictureProps {
  readonly type: ProductType
  /** The name as the cart and the orders show it, including the tier. */
  readonly name: string
  readonly className?: string
}

/** The small square picture of a product, for rows of the cart and the like. */
export function ProductPicture({ type, name, className = 'size-20' }: ProductPictureProps) {
  const Kind = kinds[type]
  return (
    <svg viewBox="0 0 120 120" aria-hidden="true" className={`shrink-0 ${className}`}>
      <path fill="#0c1c13" d="M0 0h102l18 18v102H0z" />
      <path fill="#133520" d="m34 22 40-8 30 26 4 42-34 26-40-6-22-30z" />
      <Kind name={name} />
    </svg>
  )
}

type KindPicture = ComponentType<{ readonly name: string }>

const kinds: Readonly<Record<ProductType, KindPicture>> = {
  'Priority Queue': QueueTag,
  'Clan Color Tag': Stone,
  'Name Color Tag': Stone,
  Reskin: SmallReskin,
  Extras: SmallExtra,
}

const gearByName: Readonly<Record<string, GearName | undefined>> = {
  'Top Reskin': 'top',
  'Pant Reskin': 'pant',
  'Armure Reskin': 'armour',
  'Helmet Reskin': 'helmet',
  'Sniper Reskin': 'sniper',
  'Auto Weapon Reskin': 'auto',
}

function SmallReskin({ name }: { readonly name: string }) {
  const gear = gearByName[name.replace(/ (Basic|Advanced)$/, '')]
  const finish: Finish = name.endsWith('Basic') ? 'basic' : 'advanced'
  // Carts can be older than the price list: a product that is no longer sold still gets a picture.
  if (gear === undefined) return <SmallVest />
  return (
    <g transform={isLong(gear) ? 'translate(2 17) scale(.36)' : 'translate(-14 4) scale(.46)'}>
      <Reskinned gear={gear} finish={finish} />
    </g>
  )
}

function isLong(gear: GearName): boolean {
  return gear === 'sniper' || gear === 'auto'
}

function SmallExtra({ name }: { readonly name: string }) {
  if (name === 'Reset your stats') return <ResetBadge subject={ResetStats} />
  if (name === 'Reset your enemies stats') return <ResetBadge subject={ResetEnemies} />
  return <SmallCrate />
}

function ResetBadge({ subject: Subject }: { readonly subject: ComponentType }) {
  return (
    <g transform="translate(60 62) scale(.54)">
      <Subject />
    </g>
  )
}

function Stone() {
  return (
    <g transform="translate(60 60) scale(.78)">
      <ColorWheel />
    </g>
  )
}

function SmallVest() {
  return (
    <g transform="translate(14 14) scale(.18)">
      <Vest />
    </g>
  )
}

function SmallCrate() {
  return (
    <g transform="translate(-24 -6) scale(.525)">
      <Crate />
    </g>
  )
}

function QueueTag() {
  return (
    <>
      <path fill="#48654f" d="M52 0h4l6 26h-4z" />
      <path
        fill="#6bff4d"
        fillRule="evenodd"
        d="M27.0 28.9l10.9-10.9h43.7l10.9 10.9v79.6h-65.5zM55.1 27.4v6.2h9.4v-6.2z"
      />
      <path
        fill="#041107"
        d="M37.1 80.5V61.1L43.3 55H56.8L62.9 61.1V80.5L56.8 86.6H43.3ZM45.9 62.9V78.7H54.2V62.9ZM66.8 86.8V80.1L70.2 79.9V63.4L66.9 63.8V56.8L78.9 55V79.9L82.2 80.1V86.8L74.5 86.5Z"
      />
    </>
  )
}
