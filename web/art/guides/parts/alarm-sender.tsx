import { Column, darkSteel, steel } from './solids.tsx'

/** A dish on a mast that calls for help, within 120 × 120. */
export function AlarmSender() {
  return (
    <>
      <Column x={54} y={102} radius={22} height={8} tones={darkSteel} />
      <Column x={54} y={92} radius={6} height={30} tones={steel} />
      <path fill="#26392e" d="M48 52h14l4 12-8 6H50z" />
      <path fill="#9db3a5" d="m30 22 18 2 18 16 6 22-6 10-18-2-18-16-6-22z" />
      <path fill="#48654f" d="m34 28 13 2 14 13 5 16-3 7-14-2-14-13-5-16z" />
      <path fill="#304b3b" d="m49 48 17 11-3 7-14-2-14-13-5-16z" />
      <path fill="none" stroke="#b8d6c2" strokeWidth="3" d="m48 48 22-20" />
      <path fill="#ffb648" d="m70 20 6 3 1 6-5 4-6-3-1-6z" />
      <path fill="none" stroke="#6bff4d" strokeWidth="3.5" d="m80 14 8 10-2 13M90 6l12 17-3 19" />
    </>
  )
}
