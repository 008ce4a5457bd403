import type { DrawingProps } from './parts/drawing-box.tsx'
import { Palisade } from './parts/palisade.tsx'
import { Scene } from './parts/scene.tsx'
import { Column, darkSteel, steel } from './parts/solids.tsx'

export function FlagClaim({ label }: DrawingProps) {
  return (
    <Scene label={label}>
      <FlagClaimSubject />
    </Scene>
  )
}

/** A base under a raised flag, and the land around it that the flag claims. */
export function FlagClaimSubject() {
  return (
    <>
      <Pine x={46} y={120} />
      <Pine x={282} y={128} />
      <path
        fill="#2dff8c"
        fillOpacity=".09"
        stroke="#6bff4d"
        strokeWidth="2.5"
        strokeDasharray="9 6"
        d="m302 158-11 30-30 25-46 17-55 6-55-6-46-17-30-25-11-30 11-30 30-25 46-17 55-6 55 6 46 17 30 25z"
      />
      <Palisade>
        <Column x={160} y={166} radius={15} height={6} tones={darkSteel} />
        <path fill="#9db3a5" d="M157 28h3v132h-3z" />
        <path fill="#48654f" d="M160 28h3v132h-3z" />
        <Column x={160} y={28} radius={5} height={5} tones={steel} />
        <path fill="#1f8f3a" d="m163 32 30 7 32-9 20 6-6 17 8 18-24 5-32 5-28-7z" />
        <path fill="#35c043" d="m163 32 30 7-6 39-24-6z" />
        <path fill="#17703a" d="m193 39 32-9 2 47-34 4-6-3z" />
        <path fill="#d2ffc0" d="M190 43h6v9l10-10h8l-12 13 13 14h-9l-10-12v12h-6z" />
        <path
          fill="none"
          stroke="#6bff4d"
          strokeWidth="4"
          d="m136 84 10-10 10 10M136 66l10-10 10 10"
          transform="translate(-8 0)"
        />
        <path
          fill="none"
          stroke="#6bff4d"
          strokeOpacity=".5"
          strokeWidth="4"
          d="m128 102 10-10 10 10"
        />
      </Palisade>
      <Pine x={26} y={206} />
      <Pine x={300} y={222} />
    </>
  )
}

function Pine({ x, y }: { readonly x: number; readonly y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path fill="#3d2e1d" d="M-3-8h6v10h-6z" />
      <path fill="#26402f" d="m0-62 10 22H5l11 18H8l9 16h-34l9-16h-8l11-18h-5z" />
      <path fill="#16261d" d="m0-62 10 22H5l11 18H8l9 16H0z" />
    </g>
  )
}
