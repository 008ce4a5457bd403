import assaultHelmet from './parts/assault-helmet.svg?raw'
import ballisticHelmet from './parts/ballistic-helmet.svg?raw'
import type { DrawingProps } from './parts/drawing-box.tsx'
import hardHat from './parts/hard-hat.svg?raw'
import { Levels } from './parts/levels.tsx'
import motorbikeHelmet from './parts/motorbike-helmet.svg?raw'
import visorHelmet from './parts/visor-helmet.svg?raw'

const helmets = [hardHat, motorbikeHelmet, assaultHelmet, ballisticHelmet, visorHelmet] as const

export function HelmetTiers({ label }: DrawingProps) {
  return <Levels label={label} subjects={helmets} />
}
