import type { ColorTag } from '#domain/products.ts'
import { defaultTagColor, toHexColor } from '#domain/color.ts'
import clanPlate from './clan-plate.svg?raw'
import { PictureGround, Shapes } from './drawing.tsx'
import nameTag from './name-tag.svg?raw'
import survivor from './survivor.svg?raw'

interface TagPictureProps {
  readonly tag: ColorTag['tag']
  readonly hex?: string
}

/** The large picture of a tag, in a colour. The drawings have `currentColor` in its place. */
export function TagPicture({ tag, hex = toHexColor(defaultTagColor) }: TagPictureProps) {
  return (
    <PictureGround>
      {tag === 'clan' ? <Clan hex={hex} /> : <ColouredName hex={hex} />}
    </PictureGround>
  )
}

const members = [
  { x: 72, y: 196, size: 1.1 },
  { x: 248, y: 196, size: 1.1 },
  { x: 160, y: 212, size: 1.45 },
] as const

/** Three survivors under one tag: the brackets are coloured, the names are not. */
function Clan({ hex }: { readonly hex: string }) {
  const plate = clanPlate.replaceAll('currentColor', hex)
  return members.map(({ x, y, size }) => (
    <g key={x} transform={`translate(${x} ${y}) scale(${size})`}>
      <Shapes svg={survivor} />
      <Shapes svg={plate} transform="translate(-38 -122)" />
    </g>
  ))
}

/** A survivor whose whole name has one colour, beside other colours to choose from. */
function ColouredName({ hex }: { readonly hex: string }) {
  return (
    <>
      <Shapes svg={nameTag.replaceAll('currentColor', hex)} />
      <Shapes svg={survivor} transform="translate(160 228) scale(1.4)" />
    </>
  )
}
