import { PictureGround } from './picture-ground.tsx'
import { Reskinned } from './reskinned.tsx'

/** Clothing and armour, about to change their colours. */
export function GearPicture() {
  return (
    <PictureGround>
      <g transform="translate(-38 20) scale(.86)">
        <Reskinned gear="armour" finish="half" />
      </g>
      <g transform="translate(122 24) scale(.66)">
        <Reskinned gear="helmet" finish="advanced" />
      </g>
    </PictureGround>
  )
}

/** A sniper rifle and an automatic one. */
export function WeaponsPicture() {
  return (
    <PictureGround>
      <g transform="translate(16 -30) scale(.9)">
        <Reskinned gear="sniper" finish="half" />
      </g>
      <g transform="translate(16 52) scale(.9)">
        <Reskinned gear="auto" finish="advanced" />
      </g>
    </PictureGround>
  )
}
