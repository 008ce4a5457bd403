import type { ReactNode } from 'react'

interface PictureGroundProps {
  /** The light on the map behind the subject. */
  readonly light?: 'crystal' | 'amber' | 'none'
  readonly className?: string | undefined
  readonly children: ReactNode
}

const lights = { crystal: '#2dff8c', amber: '#ffb648', none: 'none' } as const

/** The map behind every picture of the site: 320 × 240, with the glow in flat steps. */
export function PictureGround({ light = 'crystal', className, children }: PictureGroundProps) {
  return (
    <svg
      viewBox="0 0 320 240"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={`picture ${className ?? 'block aspect-4/3 w-full'}`}
    >
      <g fill={lights[light]} fillOpacity=".06">
        <path d="M62 34 148 8l112 18 44 66-12 86-84 46-112-8-70-58 6-78z" />
        <path d="M92 56 160 34l78 16 34 56-16 62-66 32-82-10-50-48 8-54z" />
        <path d="M118 78 170 64l48 14 24 36-18 44-48 20-50-10-30-34z" />
      </g>
      {children}
    </svg>
  )
}
