import { m } from '#web/i18n/paraglide/messages.js'
import { Reskinned } from '#web/art/reskinned.tsx'
import { Balance } from './parts/balance.tsx'
import { CrateOfCrystals } from './parts/crate-of-crystals.tsx'
import { DrawingBox, type DrawingProps } from './parts/drawing-box.tsx'
import { Panel } from './parts/panel.tsx'

export function KrWay({ label }: DrawingProps) {
  return (
    <DrawingBox label={label} className="flex max-w-xl items-start gap-1 sm:gap-3">
      <Panel caption={m.drawing_kr_pack()} className="flex-1">
        <g transform="translate(-11 22) scale(.445)">
          <CrateOfCrystals />
        </g>
      </Panel>
      <Arrow />
      <Panel caption={m.drawing_kr_balance()} className="flex-1">
        <Balance />
      </Panel>
      <Arrow />
      <Panel caption={m.drawing_kr_skin()} className="flex-1">
        <g transform="translate(-14 5) scale(.46)">
          <Reskinned gear="armour" finish="advanced" />
        </g>
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
