import type { DrawingProps } from './parts/drawing-box.tsx'
import { Item } from './parts/item.tsx'
import { Column, wood } from './parts/solids.tsx'

const layers = [
  { y: 92, radius: 42 },
  { y: 80, radius: 39 },
  { y: 68, radius: 42 },
  { y: 56, radius: 39 },
] as const

export function Rope({ label }: DrawingProps) {
  return (
    <Item label={label}>
      {layers.map(({ y, radius }) => (
        <g key={y}>
          <Column x={60} y={y} radius={radius} height={11} tones={wood} />
          <path
            fill="none"
            stroke="#33230a"
            strokeWidth="1.6"
            d={`m27 ${y - 4} 4 8M36 ${y} l5 9M48 ${y + 5}l5 9M60 ${y + 5}l5 9M72 ${y + 4}l4 9M82 ${y}l4 8M91 ${y - 5}l3 7`}
          />
        </g>
      ))}
      <path fill="#0c1c13" d="m36 41 13-7h22l13 7v8l-13 7H49l-13-7z" />
      <path fill="#4d3a24" d="m36 41 13-7h22l13 7-4 3-11-5H51l-11 5z" />
    </Item>
  )
}
