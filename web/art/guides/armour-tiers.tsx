import type { DrawingProps } from './parts/drawing-box.tsx'
import fieldVest from './parts/field-vest.svg?raw'
import heavyCarrier from './parts/heavy-carrier.svg?raw'
import { Levels } from './parts/levels.tsx'
import plateCarrier from './parts/plate-carrier.svg?raw'
import policeVest from './parts/police-vest.svg?raw'
import stabVest from './parts/stab-vest.svg?raw'

const vests = [fieldVest, stabVest, policeVest, plateCarrier, heavyCarrier] as const

export function ArmourTiers({ label }: DrawingProps) {
  return <Levels label={label} subjects={vests} />
}
