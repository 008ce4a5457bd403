import type { DrawingProps } from './parts/drawing-box.tsx'
import { Item } from './parts/item.tsx'
import { Column, darkSteel, loss, steel } from './parts/solids.tsx'

export function Blowtorch({ label }: DrawingProps) {
  return (
    <Item label={label}>
      <Column x={70} y={100} radius={25} height={30} tones={loss} />
      <Column x={70} y={70} radius={25} height={8} tones={steel} />
      <path fill="#c4453a" d="m47 57 6-10h34l6 10-13.500 7h-19z" />
      <path fill="#ff9a8e" d="m47 57 6-10h14l-6 17z" />
      <Column x={70} y={48} radius={9} height={18} tones={darkSteel} />
      <path fill="#6f9480" d="m76 20 4 12-12 8H44l-6-4v-9z" />
      <path fill="#304b3b" d="m80 32-12 8H44l-6-4 30-6z" />
      <path fill="#48654f" d="M80 24h14v8H80z" />
      <path fill="#9db3a5" d="M92 18h6v20h-6z" />
      <path fill="#ffb648" d="M38 25 24 19 6 31l18 11 14-6z" />
      <path fill="#fff1d6" d="m38 28-12-2-9 5 9 6 12-3z" />
    </Item>
  )
}
