import { amber, Block, Column, darkSteel, loss, steel } from './solids.tsx'

/** A battery that powers an alarm, within 120 × 120. */
export function CarBattery() {
  return (
    <>
      <Block
        x={50}
        y={105}
        width={52}
        depth={32}
        height={38}
        tones={darkSteel}
        onLeft={<path fill="#0d1711" d="M0 5h32v3H0z" />}
        onRight={
          <>
            <path fill="#0a110d" d="M0 5h52v3H0z" />
            <path fill={amber.top} d="M8 14h36v17H8z" />
            <path fill="#33230a" d="m28 15-9 9h6l-2 7 10-10h-6l3-6z" />
          </>
        }
        onTop={<path fill="#304b3b" d="M5 5h22v42H5z" />}
      />
      <Column x={45} y={57} radius={6.5} height={9} tones={loss} />
      <Column x={79} y={38} radius={6.5} height={9} tones={steel} />
    </>
  )
}
