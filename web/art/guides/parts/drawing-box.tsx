import type { ReactNode } from 'react'

export interface DrawingProps {
  /** A description for screen readers; without it the drawing is decoration. */
  readonly label?: string
}

interface DrawingBoxProps extends DrawingProps {
  readonly className?: string
  readonly children: ReactNode
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
