import type { ComponentType } from 'react'
import type { ColorTag } from '#domain/products.ts'
import { defaultTagColor, toHexColor } from '#domain/color.ts'
import { PictureGround, Shapes } from './drawing.tsx'
import survivor from './survivor.svg?raw'

/** The large picture of each tag, in a colour. */
export const tagPictures: Readonly<
  Record<ColorTag['tag'], ComponentType<{ readonly hex?: string }>>
> = { clan: ClanTagPicture, name: NameTagPicture }

const members = [
  { x: 72, y: 196, size: 1.1 },
  { x: 248, y: 196, size: 1.1 },
  { x: 160, y: 212, size: 1.45 },
] as const

/** Three survivors under one tag: the brackets are coloured, the names are not. */
function ClanTagPicture({ hex = toHexColor(defaultTagColor) }: { readonly hex?: string }) {
  return (
    <PictureGround>
      {members.map(({ x, y, size }) => (
        <g key={x} transform={`translate(${x} ${y}) scale(${size})`}>
          <Shapes svg={survivor} />
          <ClanPlate hex={hex} />
        </g>
      ))}
    </PictureGround>
  )
}

function ClanPlate({ hex }: { readonly hex: string }) {
  return (
    <g transform="translate(-38 -122)">
      <path fill="#060a08" stroke="#23362b" d="M0 0h71l5 5v13H5l-5-5z" />
      <path fill={hex} d="M10 4H6v10h4v-2H8V6h2zM30 4h4v10h-4v-2h2V6h-2z" />
      <path fill={hex} d="M12 6h4v6h-4zM18 6h4v6h-4zM24 6h4v6h-4z" />
      <path fill="#fff" opacity=".35" d="M12 6h4v2h-4zM18 6h4v2h-4zM24 6h4v2h-4z" />
      <path fill="#9db3a5" d="M40 6h4v6h-4zM46 6h4v6h-4zM52 6h4v6h-4zM58 6h4v6h-4zM64 6h4v6h-4z" />
    </g>
  )
}

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
function NameTagPicture({ hex = toHexColor(defaultTagColor) }: { readonly hex?: string }) {
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
