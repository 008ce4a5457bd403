import type { DrawingProps } from './parts/drawing-box.tsx'
import { Item } from './parts/item.tsx'
import { amber, Block, Column, darkSteel, steel } from './parts/solids.tsx'

/** A nine-volt battery, as shown in a recipe. */
export function Battery({ label }: DrawingProps) {
  return (
    <Item label={label}>
      <Block
        x={54}
        y={112}
        width={42}
        depth={26}
        height={50}
        tones={darkSteel}
        onLeft={
          <>
            <path fill={amber.left} d="M0 0h26v16H0z" />
            <path fill="#0d1711" d="M0 16h26v2H0z" />
          </>
        }
        onRight={
          <>
            <path fill={amber.right} d="M0 0h42v16H0z" />
            <path fill="#0a110d" d="M0 16h42v2H0z" />
            <path fill="#ffd594" d="m23 22-11 13h8l-3 11 13-15h-8l4-9z" />
            <path fill="#33230a" d="M6 6h8v3H6zM28 6h3V3h3v3h3v3h-3v3h-3V9h-3z" />
          </>
        }
        onTop={<path fill="#26392e" d="M3 3h20v36H3z" />}
      />
      <Column x={49} y={53} radius={8} height={7} tones={steel} />
      <Column x={73} y={39} radius={10} height={6} tones={steel} />
      <path fill="#18261e" d="m67 31 4-2h5l4 2v3l-4 2h-5l-4-2zM45 44l2-1h5l2 1v2l-2 1h-5l-2-1z" />
    </Item>
  )
}
