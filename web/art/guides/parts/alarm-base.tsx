import { Block, Column, darkSteel, loss, steel } from './solids.tsx'

/** The cabinet of an alarm, with its lamp and two empty mounts, within 120 × 120. */
export function AlarmBase() {
  return (
    <>
      <Block
        x={52}
        y={110}
        width={56}
        depth={40}
        height={40}
        tones={{ top: '#527360', left: '#3a5344', right: '#22342a' }}
        onLeft={
          <>
            <path fill="#0d1711" d="M6 8h28v3H6zM6 15h28v3H6zM6 22h28v3H6z" />
            <path fill="#ffb648" d="M6 30h28v4H6z" />
          </>
        }
        onRight={
          <>
            <path fill="#0a110d" d="M8 8h26v24H8z" />
            <path fill="none" stroke="#48654f" strokeWidth="2" d="M8 8h26v24H8z" />
            <path fill="#6bff4d" d="M42 10h6v6h-6z" />
            <path fill="#48654f" d="M42 20h6v4h-6zM42 27h6v4h-6z" />
          </>
        }
        onTop={
          <path
            fill="none"
            stroke="#26392e"
            strokeWidth="3"
            strokeDasharray="5 4"
            d="M8 10h24v18H8z"
          />
        }
      />
      <Column x={72} y={53} radius={12} height={6} tones={darkSteel} />
      <Column x={72} y={47} radius={8} height={13} tones={loss} />
      <Column x={72} y={34} radius={8} height={3} tones={steel} />
      <path stroke="#ff7566" strokeWidth="3" d="m56 26-8-6M72 20v-9M88 26l8-6" />
    </>
  )
}
