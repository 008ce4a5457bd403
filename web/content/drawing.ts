import type { ComponentType } from 'react'

interface DrawingProps {
  /** What the drawing shows, for who cannot see it; without it the drawing is decoration. */
  readonly label?: string
}

/**
 * A drawing that texts name. `picture:flag-claim`, and `flag-claim` in a recipe, is the component
 * `FlagClaim` that `web/art/guides/flag-claim.tsx` exports; the build imports it with the text.
 */
export type Drawing = ComponentType<DrawingProps>
