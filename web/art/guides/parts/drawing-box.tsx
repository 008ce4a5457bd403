import type { ReactNode } from 'react'
import { Picture, Shapes } from '#web/art/drawing.tsx'
import type { Elements } from '#web/ui/elements.ts'

export interface DrawingProps {
  /** A description for screen readers; without it the drawing is decoration. */
  readonly label?: string
}

interface DrawingBoxProps extends DrawingProps {
  readonly className?: string
  readonly children: Elements
}

/**
 * Presents all of its content to a screen reader as one drawing. Built from spans, because texts
 * put it in a paragraph.
 */
export function DrawingBox({ label, className, children }: DrawingBoxProps) {
  if (label === undefined) {
    return (
      <span aria-hidden="true" className={className}>
        {children}
      </span>
    )
  }
  return (
    // It can contain several drawings with captions, so it cannot be an <img>.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <span role="img" aria-label={label} className={className}>
      {children}
    </span>
  )
}

/** A picture of 320 × 240 within a text. */
export function Scene({ label, svg }: DrawingProps & { readonly svg: string }) {
  return (
    <DrawingBox label={label} className="block max-w-xl">
      <Picture svg={svg} />
    </DrawingBox>
  )
}

/** One item of a recipe, 120 × 120, whose words name it. */
export function Item({ svg }: { readonly svg: string }) {
  return (
    <DrawingBox className="block">
      <ItemGround>
        <Shapes svg={svg} />
      </ItemGround>
    </DrawingBox>
  )
}

/** The background of one item: 120 × 120, cut and lit like the products in the cart. */
function ItemGround({ children }: { readonly children: Elements }) {
  return (
    <svg viewBox="0 0 120 120" aria-hidden="true" className="block w-full">
      <path fill="#0c1c13" d="M0 0h102l18 18v102H0z" />
      <path fill="#133520" d="m34 18 44-8 30 28 4 42-34 28-42-6-24-32z" />
      {children}
    </svg>
  )
}

interface PanelProps {
  readonly caption: ReactNode
  readonly className?: string
  readonly children: Elements
}

/** One of several drawings side by side. Its caption is text, so that it stays sharp and can wrap. */
export function Panel({ caption, className, children }: PanelProps) {
  return (
    <span className={`flex min-w-0 flex-col gap-2 ${className ?? ''}`}>
      <ItemGround>{children}</ItemGround>
      <span className="text-center text-sm leading-snug text-ink">{caption}</span>
    </span>
  )
}

/** The classes of five panels in a row, or three and two on a narrow screen. */
export const fiveInARow =
  'flex flex-wrap justify-center gap-2 *:w-[calc((100%-1rem)/3)] sm:*:w-[calc((100%-2rem)/5)]'
