import { defaultTagColor, toHexColor } from '#domain/color.ts'
import { PictureGround, Shapes } from './drawing.tsx'
import survivor from './survivor.svg?raw'

const letters = [58, 88, 118, 148, 178, 208, 238] as const

const stones = [
  { x: 62, y: 116, hue: '#ff5454' },
  { x: 44, y: 158, hue: '#ff8c42' },
  { x: 70, y: 198, hue: '#ffbe48' },
  { x: 258, y: 116, hue: '#40e0be' },
  { x: 276, y: 158, hue: '#5cbeff' },
  { x: 250, y: 198, hue: '#ff7ad9' },
] as const

/** A survivor whose whole name has one colour, beside other colours to choose from. */
export function NameTagPicture({ hex = toHexColor(defaultTagColor) }: { readonly hex?: string }) {
  return (
    <PictureGround>
      {stones.map(({ x, y, hue }) => (
        <g key={hue} transform={`translate(${x} ${y})`}>
          <path fill={hue} d="m0-13 11 6.5v13L0 13-11 6.5v-13z" />
          <path fill="#fff" opacity=".3" d="m0-13 11 6.5L0 0l-11-6.5z" />
          <path fill="#000" opacity=".2" d="M11-6.5v13L0 13V0z" />
        </g>
      ))}
      <Shapes svg={survivor} transform="translate(160 228) scale(1.4)" />
      <path d="m160 74-7-9h14z" fill="#48654f" />
      <path fill="#060a08" stroke="#48654f" strokeWidth="2" d="M38 24h232l12 12v29H50L38 53z" />
      {letters.map((x) => (
        <g key={x} transform={`translate(${x} 34)`}>
          <path fill={hex} d="M4 0h18l4 4v17H4l-4-4V4z" />
          <path fill="#fff" opacity=".4" d="M4 0h18l4 4L0 14V4z" />
        </g>
      ))}
    </PictureGround>
  )
}
