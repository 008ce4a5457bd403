import { Drawing } from './drawing.tsx'
import emblem from './emblem.svg?raw'

/** The site's mark: three crystals that form a K. Legible down to 16 px. */
export function Emblem({ className = 'size-8' }: { readonly className?: string }) {
  return <Drawing svg={emblem} className={`shrink-0 ${className}`} />
}
