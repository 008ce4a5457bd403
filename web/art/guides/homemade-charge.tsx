import type { DrawingProps } from './parts/drawing-box.tsx'
import { Item } from './parts/item.tsx'
import { Column, wood } from './parts/solids.tsx'

const pipes = [
  { x: 60, y: 84 },
  { x: 40, y: 94 },
  { x: 80, y: 94 },
  { x: 60, y: 103 },
] as const

const red = { top: '#ff9a8e', left: '#b8423a', right: '#6b211b' }

export function HomemadeCharge({ label }: DrawingProps) {
  return (
    <Item label={label}>
      <HomemadeChargeBody />
    </Item>
  )
}

/** Sticks in tape with a timer, within 120 × 120. */
export function HomemadeChargeBody() {
  return (
    <>
      {pipes.map(({ x, y }) => (
        <g key={`${x}-${y}`}>
          <Column x={x} y={y} radius={12.5} height={58} tones={red} />
          <Column x={x} y={y - 58} radius={5} height={2} tones={wood} />
        </g>
      ))}
      <path
        fill="none"
        stroke="#ffb648"
        strokeWidth="2.500"
        d="m60 24 6-12h14l8 10 2 34M40 34l-8-8-8 8 4 26 20 12"
      />
      <path fill="#9db3a5" d="m28 60 32 16 32-16v12L60 88 28 72z" />
      <path fill="#6f9480" d="m60 76 32-16v12L60 88z" />
      <path fill="#1f3328" d="m40 62 30 15v20L40 82z" />
      <path fill="#2f4a3b" d="m40 62 6-3 30 15-6 3z" />
      <path fill="#101c15" d="m70 77 6-3v20l-6 3z" />
      <path fill="#060a08" d="m44 67.500 18 9v8.500l-18-9z" />
      <path
        fill="#ff7566"
        d="m46 70.500 3 1.500v5l-3-1.500zM51 73l3 1.500v5L51 78zM56 75.500l3 1.500v5l-3-1.500z"
      />
      <path fill="#6bff4d" d="m64.500 80 3 1.500v3.500l-3-1.500z" />
    </>
  )
}
