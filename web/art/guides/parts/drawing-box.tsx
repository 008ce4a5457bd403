import type { ReactNode } from 'react'

export interface DrawingProps {
  /** What the drawing shows, for who cannot see it; without it the drawing is decoration. */
  readonly label?: string
}

interface DrawingBoxProps extends DrawingProps {
  readonly className?: string
  readonly children: ReactNode
}

/** One drawing to a screen reader, whatever it is made of. Spans, because texts put it in a paragraph. */
export function DrawingBox({ label, className, children }: DrawingBoxProps) {
  if (label === undefined) {
    return (
      <span aria-hidden="true" className={className}>
        {children}
      </span>
    )
  }
  return (
    // Its parts may be several drawings with captions, so it cannot be an <img>.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <span role="img" aria-label={label} className={className}>
      {children}
    </span>
  )
}
