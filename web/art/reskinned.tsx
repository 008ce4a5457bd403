import { PictureGround, Shapes, shapesOf } from './drawing.tsx'
import armour from './gear/armour.svg?raw'
import auto from './gear/auto.svg?raw'
import camouflage from './gear/camouflage.svg?raw'
import crystalFacets from './gear/crystal-facets.svg?raw'
import halfChanged from './gear/half-changed.svg?raw'
import helmet from './gear/helmet.svg?raw'
import pant from './gear/pant.svg?raw'
import sniper from './gear/sniper.svg?raw'
import top from './gear/top.svg?raw'

/** Items whose skin can be changed, each drawn within 320 × 240. */
export const gearNames = ['top', 'pant', 'armour', 'helmet', 'sniper', 'auto'] as const
export type GearName = (typeof gearNames)[number]

const gearDrawings: Readonly<Record<GearName, string>> = {
  top,
  pant,
  armour,
  helmet,
  sniper,
  auto,
}

/** Without a skin, with a ready-made pattern, with a custom one, or half changed. */
export type Finish = 'bare' | 'basic' | 'advanced' | 'half'

/** The empty group in a drawing that marks where its coat goes: under the shade and the light. */
const coatPlace = '<g id="coat"/>'

/** Patterns over 320 × 240, which the item's outline clips. */
const coats: Readonly<Record<Finish, string>> = {
  bare: '',
  basic: shapesOf(camouflage),
  advanced: shapesOf(crystalFacets),
  half: shapesOf(halfChanged).replace(coatPlace, shapesOf(crystalFacets)),
}

interface ReskinnedProps {
  readonly gear: GearName
  readonly finish: Finish
}

/** One item with one finish, between the marks of a viewfinder. */
export function ReskinPicture({ gear, finish }: ReskinnedProps) {
  return (
    <PictureGround>
      <path
        fill="none"
        stroke="#48654f"
        strokeWidth="1.5"
        d="M28 34V18h16M292 34V18h-16M28 206v16h16M292 206v16h-16"
      />
      <Reskinned gear={gear} finish={finish} />
    </PictureGround>
  )
}

/** An item with one finish, within 320 × 240. */
export function Reskinned({
  gear,
  finish,
  transform,
}: ReskinnedProps & { readonly transform?: string }) {
  const svg = gearDrawings[gear].replace(coatPlace, coats[finish])
  return <Shapes svg={svg} transform={transform} />
}
