import type { ReactNode } from 'react'
import type { ProductType } from '#domain/products.ts'
import colorWheel from './color-wheel.svg?raw'
import crate from './crate.svg?raw'
import { Shapes } from './drawing.tsx'
import queueTag from './queue-tag.svg?raw'
import resetEnemies from './reset-enemies.svg?raw'
import resetStats from './reset-stats.svg?raw'
import { Reskinned, type GearName } from './reskinned.tsx'
import vest from './vest.svg?raw'

interface ProductPictureProps {
  readonly type: ProductType
  /** The name as the cart and the orders show it, including the tier. */
  readonly name: string
  readonly className?: string
}

/** The small square picture of a product, for rows of the cart and the like. */
export function ProductPicture({ type, name, className = 'size-20' }: ProductPictureProps) {
  return (
    <svg viewBox="0 0 120 120" aria-hidden="true" className={`shrink-0 ${className}`}>
      <path fill="#0c1c13" d="M0 0h102l18 18v102H0z" />
      <path fill="#133520" d="m34 22 40-8 30 26 4 42-34 26-40-6-22-30z" />
      {subjects[type](name)}
    </svg>
  )
}

const subjects: Readonly<Record<ProductType, (name: string) => ReactNode>> = {
  'Priority Queue': () => <Shapes svg={queueTag} />,
  'Clan Color Tag': stone,
  'Name Color Tag': stone,
  Reskin: reskin,
  Extras: extra,
}

function stone() {
  return <Shapes svg={colorWheel} transform="translate(60 60) scale(.78)" />
}

const gearByName: Readonly<Record<string, GearName | undefined>> = {
  'Top Reskin': 'top',
  'Pant Reskin': 'pant',
  'Armure Reskin': 'armour',
  'Helmet Reskin': 'helmet',
  'Sniper Reskin': 'sniper',
  'Auto Weapon Reskin': 'auto',
}

// Carts can be older than the price list: a product that is no longer sold still gets a picture.
function reskin(name: string) {
  const gear = gearByName[name.replace(/ (Basic|Advanced)$/, '')]
  if (gear === undefined) return <Shapes svg={vest} transform="translate(14 14) scale(.18)" />
  const isLong = gear === 'sniper' || gear === 'auto'
  return (
    <Reskinned
      gear={gear}
      finish={name.endsWith('Basic') ? 'basic' : 'advanced'}
      transform={isLong ? 'translate(2 17) scale(.36)' : 'translate(-14 4) scale(.46)'}
    />
  )
}

const extraByName: Readonly<Record<string, string | undefined>> = {
  'Reset your stats': resetStats,
  'Reset your enemies stats': resetEnemies,
}

function extra(name: string) {
  const reset = extraByName[name]
  if (reset === undefined) return <Shapes svg={crate} transform="translate(-24 -6) scale(.525)" />
  return <Shapes svg={reset} transform="translate(60 62) scale(.54)" />
}
