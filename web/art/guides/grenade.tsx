import type { DrawingProps } from './parts/drawing-box.tsx'
import { Item } from './parts/item.tsx'

export function Grenade({ label }: DrawingProps) {
  return (
    <Item label={label}>
      <g transform="rotate(12 60 60)">
        <path fill="#41604e" d="M46 42h28l12 14 3 20-7 20-14 12H52L38 96l-7-20 3-20z" />
        <path fill="#26392e" d="m60 42h14l12 14 3 20-7 20-14 12h-8l8-32z" />
        <path fill="#6f9480" d="M46 42h14L48 56l-6 22 2 20-6-2-7-20 3-20z" />
        <path
          fill="none"
          stroke="#0d1711"
          strokeWidth="2.5"
          d="M34 57h52M31 75h58M37 93h46M48 42l-5 16v34l7 16M72 42l5 16v34l-7 16M60 42v66"
        />
        <path fill="#527360" d="M50 30h20l4 12H46z" />
        <path fill="#304b3b" d="M60 30h10l4 12H60z" />
        <path fill="#9db3a5" d="m52 16 22-2 14 12 12 42-6 3-14-38-10-9H52z" />
        <path fill="#6f9480" d="m74 14 14 12 12 42-3 1.500L85 29l-11-9z" />
        <path fill="none" stroke="#ffb648" strokeWidth="4" d="m46 22-12-7-13 6-1 14 11 7 12-6z" />
        <path fill="#ffb648" d="M44 19h14v5H44z" />
      </g>
    </Item>
  )
}
