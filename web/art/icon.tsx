import { iconPaths, type IconName } from './icon-paths.ts'

interface IconProps {
  readonly name: IconName
  readonly className?: string
}

/** A sign of the site's own set. Always decorative: the text or `aria-label` beside it says what it means. */
export function Icon({ name, className = 'size-6' }: IconProps) {
  return <LineDrawing path={iconPaths[name]} className={className} />
}

interface LineDrawingProps {
  /** On a square of 24. */
  readonly path: string
  readonly className: string
}

/** How every sign is drawn, also those that a single area brings along. */
export function LineDrawing({ path, className }: LineDrawingProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      aria-hidden="true"
      className={`shrink-0 ${className}`}
    >
      <path d={path} />
    </svg>
  )
}
