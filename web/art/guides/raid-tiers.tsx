import type { ComponentType } from 'react'
import { m } from '#web/i18n/paraglide/messages.js'
import { DrawingBox, type DrawingProps } from './parts/drawing-box.tsx'
import { HeavyChargeBody } from './heavy-charge.tsx'
import { HomemadeChargeBody } from './homemade-charge.tsx'
import { Panel } from './parts/panel.tsx'
import { ConcreteWall, MetalWall, WoodenWall } from './parts/raid-walls.tsx'

const tiers = [
  { wall: WoodenWall, homemade: 2, heavy: 1 },
  { wall: MetalWall, homemade: 4, heavy: 2 },
  { wall: ConcreteWall, homemade: 6, heavy: 3 },
] as const

export function RaidTiers({ label }: DrawingProps) {
  return (
    <DrawingBox label={label} className="grid max-w-xl grid-cols-3 gap-x-2 gap-y-3 sm:gap-x-4">
      {tiers.map(({ wall: Wall, homemade }, index) => (
        <Panel key={homemade} caption={m.drawing_level({ level: index + 1 })}>
          <Wall />
        </Panel>
      ))}
      {tiers.map(({ homemade }) => (
        <Charges
          key={homemade}
          charge={HomemadeChargeBody}
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
        <Charges key={heavy} charge={HeavyChargeBody} count={heavy} rows="*:w-1/3" />
      ))}
      <span className="col-span-3 mt-1 flex flex-wrap justify-center gap-x-5 gap-y-1 text-sm text-ink">
        <Key charge={HomemadeChargeBody} caption={m.drawing_homemade_charge()} />
        <Key charge={HeavyChargeBody} caption={m.drawing_heavy_charge()} />
      </span>
    </DrawingBox>
  )
}

interface ChargesProps {
  readonly charge: ComponentType
  readonly count: number
  /** Grid classes that set how many stand in a row. */
  readonly rows: string
}

function Charges({ charge, count, rows }: ChargesProps) {
  return (
    <span className="flex flex-col justify-end gap-1">
      <span className={`flex flex-wrap justify-center ${rows}`}>
        {Array.from({ length: count }, (_, index) => (
          <Charge key={index} charge={charge} />
        ))}
      </span>
      <span className="text-center font-display font-bold">× {count}</span>
    </span>
  )
}

function Charge({
  charge: Subject,
  className,
}: Pick<ChargesProps, 'charge'> & { readonly className?: string }) {
  return (
    <svg viewBox="0 0 120 120" aria-hidden="true" className={className}>
      <Subject />
    </svg>
  )
}

function Key({ charge, caption }: Pick<ChargesProps, 'charge'> & { readonly caption: string }) {
  return (
    <span className="flex items-center gap-2">
      <Charge charge={charge} className="size-6 shrink-0" />
      {caption}
    </span>
  )
}

function Rule() {
  return <span className="h-px flex-1 bg-line" />
}
