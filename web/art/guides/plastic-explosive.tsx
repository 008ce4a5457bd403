import type { DrawingProps } from './parts/drawing-box.tsx'
import { Item } from './parts/item.tsx'
import { Block } from './parts/solids.tsx'

const putty = { top: '#d6c08a', left: '#a88d52', right: '#6e5930' }

export function PlasticExplosive({ label }: DrawingProps) {
  return (
    <Item label={label}>
      <Brick x={40} y={102} />
      <Brick x={54} y={78} />
    </Item>
  )
}

/** A wrapped brick of it; x and y are the foot of its near edge. */
export function Brick({ x, y }: { readonly x: number; readonly y: number }) {
  return (
    <Block
      x={x}
      y={y}
      width={56}
      depth={28}
      height={19}
      tones={putty}
      onLeft={<path fill="#5f4a24" d="M11 0h6v19h-6z" />}
      onRight={
        <>
          <path fill="#3f3219" d="M8 7h24v2.5H8zM8 12h15v2.5H8z" />
          <path fill="#c4453a" d="M40 0h7v19h-7z" />
        </>
      }
      onTop={
        <>
          <path fill="#8c7340" d="M11 0h6v56h-6z" />
          <path fill="#ff7566" d="M0 40h28v7H0z" />
        </>
      }
    />
  )
}
