import fieldVest from './parts/field-vest.svg?raw'
import heavyCarrier from './parts/heavy-carrier.svg?raw'
import plateCarrier from './parts/plate-carrier.svg?raw'
import policeVest from './parts/police-vest.svg?raw'
import stabVest from './parts/stab-vest.svg?raw'
import assaultHelmet from './parts/assault-helmet.svg?raw'
import ballisticHelmet from './parts/ballistic-helmet.svg?raw'
import hardHat from './parts/hard-hat.svg?raw'
import motorbikeHelmet from './parts/motorbike-helmet.svg?raw'
import visorHelmet from './parts/visor-helmet.svg?raw'
import {
  type DrawingProps,
  DrawingBox,
  fiveInARow,
  Panel,
} from '#web/art/guides/parts/drawing-box.tsx'
import { Shapes } from '#web/art/drawing.tsx'
import { m } from '#web/i18n/paraglide/messages.js'

const vests = [fieldVest, stabVest, policeVest, plateCarrier, heavyCarrier] as const

export function ArmourTiers({ label }: DrawingProps) {
  return <Levels label={label} subjects={vests} />
}

const helmets = [hardHat, motorbikeHelmet, assaultHelmet, ballisticHelmet, visorHelmet] as const

export function HelmetTiers({ label }: DrawingProps) {
  return <Levels label={label} subjects={helmets} />
}

interface LevelsProps extends DrawingProps {
  /** The drawings of levels 1 to 5, each within 120 × 104. */
  readonly subjects: readonly string[]
}

/** Items of five levels in a row, each marked with as many crystals as its level. */
function Levels({ label, subjects }: LevelsProps) {
  return (
    <DrawingBox label={label} className={fiveInARow}>
      {subjects.map((subject, index) => (
        <Panel key={subject} caption={m.drawing_level({ level: index + 1 })}>
          <Shapes svg={subject} />
          <Crystals count={index + 1} />
        </Panel>
      ))}
    </DrawingBox>
  )
}

const places = [36, 48, 60, 72, 84] as const

function Crystals({ count }: { readonly count: number }) {
  return places.map((x, index) => (
    <path
      key={x}
      fill={index < count ? '#6bff4d' : '#0a110d'}
      stroke={index < count ? '#6bff4d' : '#48654f'}
      d={`M${x} 107l3.5 5-3.5 5-3.5-5z`}
    />
  ))
}
