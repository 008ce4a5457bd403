import type { DrawingProps } from './parts/drawing-box.tsx'
import { Item } from './parts/item.tsx'
import { amber, Block, Column, darkSteel, steel } from './parts/solids.tsx'

const board = { top: '#1f8f3a', left: '#17703a', right: '#0c3a1e' }

export function ElectronicKit({ label }: DrawingProps) {
  return (
    <Item label={label}>
      <Block
        x={58}
        y={104}
        width={54}
        depth={52}
        height={6}
        tones={board}
        onTop={
          <path
            fill="none"
            stroke="#9dff80"
            strokeWidth="1.6"
            d="M4 8h12l6 6M4 14h8l6 6M4 46h14l5-5M48 8H38l-4 4M48 46H36M26 50v-8M31 50V40M20 4v8M48 20h-6M48 26h-6M48 32h-6M8 26h8M8 32h8"
          />
        }
      />
      <Block
        x={60}
        y={82}
        width={20}
        depth={20}
        height={7}
        tones={darkSteel}
        onTop={<path fill="#b6ff9e" d="M4 4h4v4H4zM12 12h4v4h-4z" />}
      />
      <Column x={36} y={74} radius={5} height={16} tones={amber} />
      <Column x={52} y={62} radius={5} height={16} tones={amber} />
      <Column x={87} y={78} radius={6} height={8} tones={steel} />
      <path fill="none" stroke="#ff7566" strokeWidth="3" d="m83 58 2-16 12-10" />
      <path fill="none" stroke="#ffb648" strokeWidth="3" d="m74 52 4-20 10-8" />
    </Item>
  )
}
