import type { ReactNode } from 'react'
import { DrawingBox, type DrawingProps } from './drawing-box.tsx'

/** A drawing of one item. */
export function Item({ label, children }: DrawingProps & { readonly children: ReactNode }) {
  return (
    <DrawingBox label={label} className="block">
      <ItemGround>{children}</ItemGround>
    </DrawingBox>
  )
}

/** The background of one item: 120 × 120, cut and lit like the products in the cart. */
export function ItemGround({ children }: { readonly children: ReactNode }) {
  return (
    <svg viewBox="0 0 120 120" aria-hidden="true" className="block w-full">
      <path fill="#0c1c13" d="M0 0h102l18 18v102H0z" />
      <path fill="#133520" d="m34 18 44-8 30 28 4 42-34 28-42-6-24-32z" />
      {children}
    </svg>
  )
}
