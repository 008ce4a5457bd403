import { Drawing, Shapes } from '#web/art/drawing.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import heavyCharge from './heavy-charge.svg?raw'
import homemadeCharge from './homemade-charge.svg?raw'
import concreteWall from './parts/concrete-wall.svg?raw'
import { DrawingBox, Panel, type DrawingProps } from './parts/drawing-box.tsx'
import metalWall from './parts/metal-wall.svg?raw'
import woodenWall from './parts/wooden-wall.svg?raw'

const tiers = [
  { wall: woodenWall, homemade: 2, heavy: 1 },
  { wall: metalWall, homemade: 4, heavy: 2 },
  { wall: concreteWall, homemade: 6, heavy: 3 },
] as const

export function RaidTiers({ label }: DrawingProps) {
  return (
    <DrawingBox label={label} className="grid max-w-xl grid-cols-3 gap-x-2 gap-y-3 sm:gap-x-4">
      {tiers.map(({ wall, homemade }, index) => (
        <Panel key={homemade} caption={m.drawing_level({ level: index + 1 })}>
          <Shapes svg={wall} />
        </Panel>
      ))}
      {tiers.map(({ homemade }) => (
        <Charges
          key={homemade}
          charge={homemadeCharge}
          count={homemade}
          rows="mx-auto w-2/3 *:w-1/2"
        />
      ))}
      <span className="col-span-3 flex items-center gap-3 text-sm text-muted">
        <Rule />
        {m.drawing_or()}
        <Rule />
      </span>
      {tiers.map(({ heavy }) => (
        <Charges key={heavy} charge={heavyCharge} count={heavy} rows="*:w-1/3" />
      ))}
      <span className="col-span-3 mt-1 flex flex-wrap justify-center gap-x-5 gap-y-1 text-sm text-ink">
        <Key charge={homemadeCharge} caption={m.drawing_homemade_charge()} />
        <Key charge={heavyCharge} caption={m.drawing_heavy_charge()} />
      </span>
    </DrawingBox>
  )
}

interface ChargesProps {
  /** An item of 120 × 120. */
  readonly charge: string
  readonly count: number
  /** Grid classes that set how many stand in a row. */
  readonly rows: string
}

function Charges({ charge, count, rows }: ChargesProps) {
  return (
    <span className="flex flex-col justify-end gap-1">
      <span className={`flex flex-wrap justify-center ${rows}`}>
        {Array.from({ length: count }, (_, index) => (
          <Drawing key={index} svg={charge} />
        ))}
      </span>
      <span className="text-center font-display font-bold">{`× ${count}`}</span>
    </span>
  )
}

function Key({ charge, caption }: Pick<ChargesProps, 'charge'> & { readonly caption: string }) {
  return (
    <span className="flex items-center gap-2">
      <Drawing svg={charge} className="size-6 shrink-0" />
      <span>{caption}</span>
    </span>
  )
}

function Rule() {
  return <span className="h-px flex-1 bg-line" />
}
