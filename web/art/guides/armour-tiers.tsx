import type { DrawingProps } from './parts/drawing-box.tsx'
import { Levels } from './parts/levels.tsx'
import { FieldVest, HeavyCarrier, PlateCarrier, PoliceVest, StabVest } from './parts/vests.tsx'

const vests = [FieldVest, StabVest, PoliceVest, PlateCarrier, HeavyCarrier] as const

export function ArmourTiers({ label }: DrawingProps) {
  return <Levels label={label} subjects={vests} />
}
