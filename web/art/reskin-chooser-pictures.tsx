import { PictureGround } from './drawing.tsx'
import { Reskinned, type Finish } from './reskinned.tsx'

export function GearPicture() {
  return (
    <PictureGround>
      <Reskinned gear="armour" finish="half" transform="translate(-38 20) scale(.86)" />
      <Reskinned gear="helmet" finish="advanced" transform="translate(122 24) scale(.66)" />
    </PictureGround>
  )
}

export function WeaponsPicture() {
  return (
    <PictureGround>
      <Reskinned gear="sniper" finish="half" transform="translate(16 -30) scale(.9)" />
      <Reskinned gear="auto" finish="advanced" transform="translate(16 52) scale(.9)" />
    </PictureGround>
  )
}

export function GearPackPicture() {
  return (
    <PictureGround>
      <Outfit place="translate(-68 26) scale(.86)" finish="bare" />
      <Outfit place="translate(116 26) scale(.86)" finish="basic" />
      <Outfit place="translate(0 4)" finish="advanced" />
    </PictureGround>
  )
}

function Outfit({ place, finish }: { readonly place: string; readonly finish: Finish }) {
  return (
    <g transform={place}>
      <Reskinned gear="pant" finish={finish} transform="translate(86 118) scale(.46)" />
      <Reskinned gear="top" finish={finish} transform="translate(80 38) scale(.5)" />
      <Reskinned gear="helmet" finish={finish} transform="translate(116 -6) scale(.28)" />
    </g>
  )
}
