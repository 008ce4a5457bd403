import { iconPaths, type IconName } from './icon-paths.ts'

interface IconProps {
  readonly name: IconName
  readonly className?: string
}

/** An icon of the site's own set. Always decorative: the text or `aria-label` beside it names it. */
export function Icon({ name, className = 'size-6' }: IconProps) {
  return <LineDrawing path={iconPaths[name]} className={className} />
}

interface LineDrawingProps {
  /** On a grid of 24. */
  readonly path: string
  readonly className: string
}

/** How every icon is drawn, including those that only one feature uses. */
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
