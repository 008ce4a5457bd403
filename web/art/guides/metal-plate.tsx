import type { DrawingProps } from './parts/drawing-box.tsx'
import { Item } from './parts/item.tsx'
import { Block, steel } from './parts/solids.tsx'

const rivets = 'M6 6h5v5H6zM45 6h5v5h-5zM6 49h5v5H6zM45 49h5v5h-5z'

export function MetalPlate({ label }: DrawingProps) {
  return (
    <Item label={label}>
      <Block x={60} y={106} width={56} depth={56} height={7} />
      <Plate x={62} y={92} />
      <Plate x={58} y={76} />
    </Item>
  )
}

function Plate({ x, y }: { readonly x: number; readonly y: number }) {
  return (
    <Block
      x={x}
      y={y}
      width={56}
      depth={56}
      height={6}
      tones={{ ...steel, top: '#5f8470' }}
      onTop={
        <>
          <path fill="#8fb09d" d="M0 0h56L0 38z" opacity=".55" />
          <path fill="none" stroke="#3f5b4b" strokeWidth="1.5" d="m16 40 14-20M26 44l10-14" />
          <path fill="#26392e" d={rivets} />
          <path fill="#b8d6c2" d="M6 6h5l-5 5zM45 6h5l-5 5zM6 49h5l-5 5zM45 49h5l-5 5z" />
        </>
      }
    />
  )
}
