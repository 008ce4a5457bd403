import { defaultTagColor, toHexColor } from '#domain/color.ts'
import { PictureGround, Shapes } from './drawing.tsx'
import survivor from './survivor.svg?raw'

const members = [
  { x: 72, y: 196, size: 1.1 },
  { x: 248, y: 196, size: 1.1 },
  { x: 160, y: 212, size: 1.45 },
] as const

/** Three survivors under one tag: the brackets are coloured, the names are not. */
export function ClanTagPicture({ hex = toHexColor(defaultTagColor) }: { readonly hex?: string }) {
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
