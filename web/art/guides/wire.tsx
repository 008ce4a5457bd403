import type { DrawingProps } from './parts/drawing-box.tsx'
import { Item } from './parts/item.tsx'
import { amber, Column, darkSteel, steel } from './parts/solids.tsx'

const turns = [78, 71, 64, 57, 50, 43] as const

export function Wire({ label }: DrawingProps) {
  return (
    <Item label={label}>
      <Column x={56} y={92} radius={36} height={7} tones={darkSteel} />
      {turns.map((y) => (
        <Column key={y} x={56} y={y + 7} radius={26} height={5.5} tones={amber} />
      ))}
      <Column x={56} y={48} radius={36} height={7} />
      <path fill={darkSteel.right} d="m47 39 5-3h8l5 3v4l-5 3h-8l-5-3z" />
      <path fill={steel.left} d="m47 39 5-3h8l5 3-9 2z" />
      <path fill="none" stroke={amber.top} strokeWidth="3.5" d="m80 72 14 6 8 14-6 12-18 4" />
    </Item>
  )
}
