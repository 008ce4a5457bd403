import type { DrawingProps } from './parts/drawing-box.tsx'
import {
  AssaultHelmet,
  BallisticHelmet,
  HardHat,
  MotorbikeHelmet,
  VisorHelmet,
} from './parts/helmets.tsx'
import { Levels } from './parts/levels.tsx'

const helmets = [HardHat, MotorbikeHelmet, AssaultHelmet, BallisticHelmet, VisorHelmet] as const

export function HelmetTiers({ label }: DrawingProps) {
  return <Levels label={label} subjects={helmets} />
}
