import { Suspense, lazy } from 'react'
import type { Product, ProductType } from '#domain/products.ts'
import colorWheel from './color-wheel.svg?raw'
import crate from './crate.svg?raw'
import { Shapes } from './drawing.tsx'
import { extraSubjects } from './extra-subjects.ts'
import queueTag from './queue-tag.svg?raw'

// Most carts and orders have no reskin, whose drawings are larger than all others together.
const SmallReskin = lazy(() =>
  // After a release the drawings may be gone.
  import('./small-reskin.tsx').catch(() => ({ default: SmallCrate })),
)

interface ProductPictureProps {
  /** Undefined when it is no longer sold. */
  readonly product: Product | undefined
  readonly type: ProductType
  /** The name as the cart and the orders show it, including the tier. */
  readonly name: string
  readonly className?: string
}

export function ProductPicture({ className = 'size-20', ...subject }: ProductPictureProps) {
  return (
    <svg viewBox="0 0 120 120" aria-hidden="true" className={`shrink-0 ${className}`}>
      <path fill="#0c1c13" d="M0 0h102l18 18v102H0z" />
      <path fill="#133520" d="m34 22 40-8 30 26 4 42-34 26-40-6-22-30z" />
      <Suspense>
        <Subject {...subject} />
      </Suspense>
    </svg>
  )
}

function Subject({ product, type, name }: Omit<ProductPictureProps, 'className'>) {
  // Carts and orders can be older than the list of products.
  if (!product) return type === 'Reskin' ? <SmallReskin gear={null} name={name} /> : <SmallCrate />
  if (product.kind === 'color-tag') {
    return <Shapes svg={colorWheel} transform="translate(60 60) scale(.78)" />
  }
  if (product.kind === 'reskin') return <SmallReskin gear={product.picture} name={name} />
  if (!product.picture) return <SmallCrate />
  if (product.kind === 'timed') return <Shapes svg={queueTag} />
  return <Shapes svg={extraSubjects[product.picture]} transform="translate(60 62) scale(.54)" />
}

function SmallCrate() {
  return <Shapes svg={crate} transform="translate(-24 -6) scale(.525)" />
}
