import type { DrawingProps } from './parts/drawing-box.tsx'
import { Item } from './parts/item.tsx'
import { amber, Column } from './parts/solids.tsx'

export function Gunpowder({ label }: DrawingProps) {
  return (
    <Item label={label}>
      <Column x={54} y={92} radius={31} height={16} />
      <Column x={54} y={76} radius={31} height={24} tones={amber} />
      <Column x={54} y={52} radius={31} height={6} />
      <path fill="#060a08" d="m29 42.500 15.500-7.500h19L79 42.500v7L63.500 57h-19L29 49.500z" />
      <path fill="#2b3c31" d="m34 47 9-8 12-4 11 5 8 7-11 7H45z" />
      <path fill="#41604e" d="m34 47 9-8 12-4-3 8-8 10z" />
      <path fill="#33230a" d="m54 66 8 8-3 3 5 5-5 9H48l-5-8 5-6 1 4z" />
      <path
        fill="#2b3c31"
        d="m70 106 10-12 9-4 8 6 9 10-8 5H78z"
        stroke="#0c1c13"
        strokeWidth="1.5"
      />
      <path fill="#527360" d="m70 106 10-12 9-4-4 11-6 7z" />
    </Item>
  )
}
