import { useId } from 'react'
import type { Elements } from '#web/ui/elements.ts'

interface DrawingProps {
  /** The text of a file: `import rope from './rope.svg?raw'`. */
  readonly svg: string
  readonly className?: string | undefined
}

/**
 * A drawing from an `.svg` file, as a part of the page: it needs no request of its own, and takes
 * `currentColor` from its place. Always decorative: the text or `aria-label` beside it names it.
 */
export function Drawing({ svg, className }: DrawingProps) {
  return (
    <svg viewBox={/viewBox="(.+?)"/.exec(svg)?.[1]} aria-hidden="true" className={className}>
      <Shapes svg={svg} />
    </svg>
  )
}

interface ShapesProps extends Pick<DrawingProps, 'svg'> {
  readonly transform?: string
}

/** Such a file within another drawing. Its ids get a prefix, because a page can show it twice. */
export function Shapes({ svg, transform }: ShapesProps) {
  const id = useId()
  const shapes = shapesOf(svg).replaceAll(/\bid="|url\(#|href="#/g, `$&${id}`)
  return <g transform={transform} dangerouslySetInnerHTML={{ __html: shapes }} />
}

/** What is inside the `<svg>` of a file. */
export function shapesOf(svg: string): string {
  return svg.slice(svg.indexOf('>') + 1, svg.lastIndexOf('<'))
}

/** A picture of 320 × 240 from a file, cut like all pictures of the site. */
export function Picture({ svg, className }: DrawingProps) {
  return (
    <PictureFrame className={className}>
      <Shapes svg={svg} />
    </PictureFrame>
  )
}

interface PictureGroundProps extends PictureFrameProps {
  /** The light on the map behind the subject. */
  readonly light?: keyof typeof lights
}

const lights = { crystal: '#2dff8c', amber: '#ffb648' } as const

/** A picture put together from several drawings, on the map with the glow in flat steps. */
export function PictureGround({ light = 'crystal', className, children }: PictureGroundProps) {
  return (
    <PictureFrame className={className}>
      <g fill={lights[light]} fillOpacity=".06">
        <path d="M62 34 148 8l112 18 44 66-12 86-84 46-112-8-70-58 6-78z" />
        <path d="M92 56 160 34l78 16 34 56-16 62-66 32-82-10-50-48 8-54z" />
        <path d="M118 78 170 64l48 14 24 36-18 44-48 20-50-10-30-34z" />
      </g>
      {children}
    </PictureFrame>
  )
}

interface PictureFrameProps {
  readonly className?: string | undefined
  readonly children: Elements
}

/** The frame of every picture, for one without the map. */
export function PictureFrame({
  className = 'block aspect-4/3 w-full',
  children,
}: PictureFrameProps) {
  return (
    <svg
      viewBox="0 0 320 240"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={`picture ${className}`}
    >
      {children}
    </svg>
  )
}
