import type { DrawingProps } from './parts/drawing-box.tsx'
import { Item } from './parts/item.tsx'

const places = [
  'rotate(-30 60 108)',
  'rotate(-10 60 108)',
  'rotate(10 60 108)',
  'rotate(30 60 108)',
] as const

export function Nails({ label }: DrawingProps) {
  return (
    <Item label={label}>
      {places.map((place) => (
        <g key={place} transform={place}>
          <path fill="#9db3a5" d="M56.500 24H60v84l-3.500-10z" />
          <path fill="#48654f" d="M60 24h3.500v74L60 108z" />
          <path fill="#6f9480" d="M50 22h20v6H50z" />
          <path fill="#b8d6c2" d="M53 17h14l3 5H50z" />
        </g>
      ))}
    </Item>
  )
}
