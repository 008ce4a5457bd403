import type { DrawingProps } from './parts/drawing-box.tsx'
import { Item } from './parts/item.tsx'

const places = ['translate(-3 2) rotate(-22 60 106)', 'translate(3 2) rotate(22 60 106)'] as const

export function Screws({ label }: DrawingProps) {
  return (
    <Item label={label}>
      {places.map((place) => (
        <g key={place} transform={place}>
          <path fill="#9db3a5" d="M52 34h8v74l-8-10z" />
          <path fill="#48654f" d="M60 34h8v64l-8 10z" />
          <path
            fill="none"
            stroke="#26392e"
            strokeWidth="3.500"
            d="m50 52 20-6M50 62l20-6M50 72l20-6M50 82l20-6M50 92l20-6M52 101l14-5"
          />
          <path fill="#6f9480" d="M42 22h36l-8 14H50z" />
          <path fill="#304b3b" d="M60 22h18l-8 14H60z" />
          <path fill="#b8d6c2" d="M46 14h28l4 8H42z" />
          <path fill="#16261d" d="M57 12h6v10h-6z" />
        </g>
      ))}
    </Item>
  )
}
