import { Shapes } from '#web/art/drawing.tsx'
import { Reskinned } from '#web/art/reskinned.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import balance from './parts/balance.svg?raw'
import crateOfCrystals from './parts/crate-of-crystals.svg?raw'
import { DrawingBox, Panel, type DrawingProps } from './parts/drawing-box.tsx'

export function KrWay({ label }: DrawingProps) {
  return (
    <DrawingBox label={label} className="flex max-w-xl items-start gap-1 sm:gap-3">
      <Panel caption={m.drawing_kr_pack()} className="flex-1">
        <Shapes svg={crateOfCrystals} transform="translate(-11 22) scale(.445)" />
      </Panel>
      <Arrow />
      <Panel caption={m.drawing_kr_balance()} className="flex-1">
        <Shapes svg={balance} />
      </Panel>
      <Arrow />
      <Panel caption={m.drawing_kr_skin()} className="flex-1">
        <Reskinned gear="armour" finish="advanced" transform="translate(-14 5) scale(.46)" />
      </Panel>
    </DrawingBox>
  )
}

function Arrow() {
  return (
    <svg viewBox="0 0 20 120" aria-hidden="true" className="w-4 shrink-0 self-start sm:w-7">
      <path fill="none" stroke="#6bff4d" strokeWidth="4" d="m4 46 12 14L4 74" />
    </svg>
  )
}
