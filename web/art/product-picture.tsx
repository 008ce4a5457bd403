import type { ComponentType } from 'react'
import type { ProductType } from '../../domain/catalogue.ts'
import { ColorWheel } from './color-wheel.tsx'
import { Crate } from './crate.tsx'
import { Vest } from './vest.tsx'

interface ProductPictureProps {
  readonly type: ProductType
  readonly className?: string
}

const subjects: Readonly<Record<ProductType, ComponentType>> = {
  'Priority Queue': QueueTag,
  'Clan Color Tag': Stone,
  'Name Color Tag': Stone,
  Reskin: SmallVest,
  Extras: SmallCrate,
}

/** The small square picture of a kind of product, for rows of the cart and the like. */
export function ProductPicture({ type, className = 'size-20' }: ProductPictureProps) {
  const Subject = subjects[type]
  return (
    <svg viewBox="0 0 120 120" aria-hidden="true" className={`shrink-0 ${className}`}>
      <path fill="#0c1c13" d="M0 0h102l18 18v102H0z" />
      <path fill="#133520" d="m34 22 40-8 30 26 4 42-34 26-40-6-22-30z" />
      <Subject />
    </svg>
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
