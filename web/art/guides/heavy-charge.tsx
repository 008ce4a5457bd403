import type { DrawingProps } from './parts/drawing-box.tsx'
import { Item } from './parts/item.tsx'
import { amber, Block, Column, darkSteel } from './parts/solids.tsx'

const shell = { top: '#527360', left: '#304b3b', right: '#1d2f25' }

export function HeavyCharge({ label }: DrawingProps) {
  return (
    <Item label={label}>
      <HeavyChargeBody />
    </Item>
  )
}

/** An armoured case with keys, an antenna and a lamp, within 120 × 120. */
export function HeavyChargeBody() {
  return (
    <>
      <Block
        x={50}
        y={110}
        width={60}
        depth={38}
        height={46}
        tones={shell}
        onLeft={
          <>
            <path fill="#ffb648" d="M6 30h26v9H6z" />
            <path fill="#16261d" d="m6 39 6-9h6l-6 9zM19 39l6-9h6l-6 9z" />
            <path fill="#426050" d="M0 0h5v46H0zM33 0h5v46h-5z" />
          </>
        }
        onRight={
          <>
            <path fill="#304b3b" d="M0 0h5v46H0zM55 0h5v46h-5z" />
            <path fill="#0a110d" d="M9 6h42v34H9z" />
            <path fill="#3a1310" d="M13 10h22v9H13z" />
            <path fill="#ff7566" d="M15 12h4v5h-4zM22 12h4v5h-4zM29 12h4v5h-4z" />
            <path
              fill="#9db3a5"
              d="M13 23h6v5h-6zM21 23h6v5h-6zM29 23h6v5h-6zM13 31h6v5h-6zM21 31h6v5h-6zM29 31h6v5h-6z"
            />
            <path fill="#ffb648" d="M39 10h8v9h-8zM39 23h8v13h-8z" />
          </>
        }
        onTop={
          <>
            <path fill="#6f9480" d="M0 0h5v60H0z" />
            <path fill="#26392e" d="M9 6h24v48H9z" />
          </>
        }
      />
      <Block x={52} y={54} width={32} depth={14} height={7} tones={darkSteel} />
      <Column x={80} y={41} radius={6} height={8} tones={amber} />
      <path fill="none" stroke="#9db3a5" strokeWidth="2.5" d="M33 56V18" />
      <path fill="#ff7566" d="m33 9 5 5-5 6-5-6z" />
    </>
  )
}
